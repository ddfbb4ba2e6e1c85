import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root, say } from './process.mjs'
import { TestRuns } from './test-runs.mjs'

const wanted = 10
/** A loop that ends by itself if this script is killed. */
const busyLoop = 'const parent = process.ppid; while (process.ppid === parent);'
const stateFile = join(root, '.cache', 'flaky.json')

/**
 * Runs all tests ten times while two busy loops are running, and prints the failures and their causes. An interrupted
 * run continues where it stopped, as long as the commit is the same.
 */
export async function runFlaky(total) {
  const rounds = readRounds()
  if (rounds.length > 0) say(`${rounds.length} of ${wanted} runs of this commit are there already.`)
  while (rounds.length < wanted) {
    say(`Run ${rounds.length + 1} of ${wanted}, beside two busy loops …`)
    rounds.push(await oneRound())
    writeRounds(rounds)
  }
  printTable(rounds)
  for (const { passed, failed, skipped } of rounds) {
    total.passed += passed
    total.failed += failed
    total.skipped += skipped
  }
}

async function oneRound() {
  const runs = new TestRuns()
  const loops = [1, 2].map(() => spawn(process.execPath, ['-e', busyLoop], { stdio: 'ignore' }))
  const begun = performance.now()
  try {
    await runs.vitest([])
    await runs.playwright([])
  } finally {
    for (const loop of loops) loop.kill('SIGKILL')
  }
  const { passed, failed, skipped, failures } = runs
  return { passed, failed, skipped, failures, seconds: Math.round((performance.now() - begun) / 1000) }
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

function readRounds() {
  if (!existsSync(stateFile)) return []
  const { commit, rounds } = JSON.parse(readFileSync(stateFile, 'utf8'))
  return commit === currentCommit() ? rounds : []
}

function writeRounds(rounds) {
  mkdirSync(dirname(stateFile), { recursive: true })
  writeFileSync(stateFile, JSON.stringify({ commit: currentCommit(), rounds }))
}

function currentCommit() {
  return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
}
