import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterPiece } from './rounds.mjs'
import { root, say } from '../process.mjs'
import { TestRuns } from '../test-runs.mjs'

const wanted = 10
/** A loop that ends by itself if this script is killed. */
const busyLoop = 'const parent = process.ppid; while (process.ppid === parent);'
const stateFile = join(root, '.cache', 'flaky.json')
const none = { rounds: [], done: [] }

/** A round takes hours on a slow machine, so it is made of pieces, and only the piece that is interrupted is run again. */
const shards = 6
const pieces = ['vitest', 'playwright'].flatMap((runner) =>
  Array.from({ length: shards }, (_none, at) => ({ runner, flags: [`--shard=${at + 1}/${shards}`] })),
)

/**
 * Runs all tests while two busy loops are running, until ten rounds in a row are green. An interrupted run continues where
 * it stopped. A round belongs to one commit, but the ten may be of several. A red round ends the run with names and causes,
 * and the next run counts from one again.
 */
export async function runFlaky(total) {
  const commit = currentCommit()
  let state = readState(commit)
  if (state.rounds.length > 0) say(`${state.rounds.length} rounds in a row are green.`)
  while (state.rounds.length < wanted) {
    const at = state.done.length
    if (at === 0) say(`Round ${state.rounds.length + 1} of ${wanted}, beside two busy loops …`)
    const piece = await runPiece(pieces[at])
    if (currentCommit() !== commit) {
      say('The commit was changed during the round. Begin it again.')
      total.failed += 1
      return
    }
    const { round, next } = afterPiece(state, piece, { commit, pieces: pieces.length })
    state = next
    writeState(state, commit)
    if (!round) continue
    printRound(round)
    total.passed += round.passed
    total.failed += round.failed
    total.skipped += round.skipped
    if (round.failed > 0) return
  }
  writeState(none, commit)
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

function printRound({ commit, passed, failed, skipped, seconds, failures }) {
  say(`${commit.slice(0, 8)}: ${passed} passed, ${failed} failed, ${skipped} skipped, ${seconds} s`)
  for (const { title, cause } of failures) say(`Failed: ${title} (${cause})`)
}

/** The pieces of an unfinished round count only for their commit. */
function readState(current) {
  if (!existsSync(stateFile)) return none
  const { commit, done, rounds = [] } = JSON.parse(readFileSync(stateFile, 'utf8'))
  return { rounds, done: commit === current ? done : [] }
}

function writeState(state, commit) {
  mkdirSync(dirname(stateFile), { recursive: true })
  writeFileSync(stateFile, JSON.stringify({ commit, ...state }))
}

function currentCommit() {
  return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
}
