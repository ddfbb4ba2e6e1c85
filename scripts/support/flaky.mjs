import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root, say } from './process.mjs'
import { TestRuns } from './test-runs.mjs'

const wanted = 10
/** A loop that ends by itself if this script is killed. */
const busyLoop = 'const parent = process.ppid; while (process.ppid === parent);'
const stateFile = join(root, '.cache', 'flaky.json')

/** A round takes hours on a slow machine, so it is made of pieces, and only the piece that is interrupted is run again. */
const shards = 6
const pieces = ['vitest', 'playwright'].flatMap((runner) =>
  Array.from({ length: shards }, (_none, at) => ({ runner, flags: [`--shard=${at + 1}/${shards}`] })),
)

/**
 * Runs all tests ten times while two busy loops are running, and prints the failures and their causes. An interrupted
 * run continues where it stopped, as long as the commit is the same.
 */
export async function runFlaky(total) {
  const done = readDone()
  if (done.length > 0) say(`${done.length} of ${wanted * pieces.length} pieces of this commit are there already.`)
  while (done.length < wanted * pieces.length) {
    const at = done.length % pieces.length
    if (at === 0) say(`Run ${done.length / pieces.length + 1} of ${wanted}, beside two busy loops …`)
    done.push(await runPiece(pieces[at]))
    writeDone(done)
  }
  const rounds = Array.from({ length: wanted }, (_none, at) =>
    sumOf(done.slice(at * pieces.length).slice(0, pieces.length)),
  )
  printTable(rounds)
  for (const { passed, failed, skipped } of rounds) {
    total.passed += passed
    total.failed += failed
    total.skipped += skipped
  }
}

async function runPiece({ runner, flags }) {
  const runs = new TestRuns()
  const loops = [1, 2].map(() => spawn(process.execPath, ['-e', busyLoop], { stdio: 'ignore' }))
  const begun = performance.now()
  try {
    await runs[runner](flags)
  } finally {
    for (const loop of loops) loop.kill('SIGKILL')
  }
  const { passed, failed, skipped, failures } = runs
  for (const { title, cause } of failures) say(`Failed: ${title} (${cause})`)
  return { passed, failed, skipped, failures, seconds: Math.round((performance.now() - begun) / 1000) }
}

function sumOf(parts) {
  const sum = (field) => parts.reduce((all, part) => all + part[field], 0)
  const failures = parts.flatMap((part) => part.failures)
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped'), failures, seconds: sum('seconds') }
}

function printTable(rounds) {
  for (const [index, { passed, failed, seconds }] of rounds.entries()) {
    say(`run ${String(index + 1).padStart(2)}: ${passed} passed, ${failed} failed, ${seconds} s`)
  }
  const causes = Map.groupBy(
    rounds.flatMap(({ failures }) => failures),
    ({ title }) => title,
  )
  for (const [title, found] of causes) {
    say(`${found.length} of ${rounds.length} times: ${title}`)
    for (const cause of new Set(found.map((failure) => failure.cause))) say(`    ${cause}`)
  }
}

function readDone() {
  if (!existsSync(stateFile)) return []
  const { commit, done } = JSON.parse(readFileSync(stateFile, 'utf8'))
  return commit === currentCommit() ? done : []
}

function writeDone(done) {
  mkdirSync(dirname(stateFile), { recursive: true })
  writeFileSync(stateFile, JSON.stringify({ commit: currentCommit(), done }))
}

function currentCommit() {
  return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
}
