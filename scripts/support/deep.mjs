import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { node24, npm, root, run, say } from './process.mjs'

const figuresFile = join(root, '.cache', 'bench-figures.json')
/** A figure that got worse by more than this share is reported. */
const tolerance = 0.1
/** Units in which more is better. In all others, less is better. */
const moreIsBetter = /\/s$/

/**
 * The version of Node in this Electron, according to DEPS in its source. A test fails if package.json has a different
 * version of Electron.
 */
export const electronNode = { electron: '45.4.1', node: '24.18.1' }

/** The oldest version of Node that the package of the sandbox supports. */
const oldestNode = '22.16.0'

/**
 * Runs what takes too long for every change: each kill test with fifty rounds, the volume tests in full, all versions
 * of PostgreSQL, the packaged app, the sandbox’s package on the oldest Node, every spec in all hosts, hostile files,
 * the forty breaks, and the benchmarks with ten million records, compared with their last results.
 */
export async function runDeep(runs) {
  await runs.vitest(['kill', 'torture', 'durability', 'faults', 'large-send', 'test/deep/texts'], {
    DEEP: '1',
    KILL_ROUNDS: '50',
  })
  // `npm test` uses one version of PostgreSQL for these.
  await runs.vitest(['test/core/archive/server/', 'test/cli/team-archive'], { DEEP: '1', ALL_POSTGRES: '1' })
  await packagedApp(runs)
  await onNode(oldestNode, (program) => runs.vitest(['test/package/'], { PACKAGE_NODE: program }))
  // `npm test` runs each spec in one host.
  await runs.playwright([], { ALL_HOSTS: '1' })
  await program(runs, 'hostile files', ['test/torture/run.ts'])
  await program(runs, 'the forty breaks', ['test/deep/run-breaks.ts'])
  await bench(runs)
}

/**
 * Runs the tests of the Electron host and the contract on the packaged files, the former also on Electron’s version
 * of Node.
 */
async function packagedApp(runs) {
  const folder = mkdtempSync(join(tmpdir(), 'mailroom-archive-'))
  try {
    const { code } = await run(node24(), ['test/electron/archive/extract.ts', folder])
    if (code !== 0) {
      runs.notPassed('the packaged app')
      return
    }
    await runs.vitest(['test/electron/', 'test/contract/'], { APP_ROOT: folder })
    await onNode(electronNode.node, (program) =>
      runs.vitest(['test/electron/'], { APP_ROOT: folder, APP_NODE: program }),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Calls `work` with the path of this version of Node, which is installed once per machine. */
async function onNode(version, work) {
  const folder = join(tmpdir(), `mailroom-node-${version}`)
  const name = `node-${process.platform}-${process.arch}`
  const program = join(folder, 'node_modules', name, 'bin', 'node')
  if (!existsSync(program)) await npm(['install', '--prefix', folder, '--no-save', `${name}@${version}`])
  if (existsSync(program)) await work(program)
  else say(`Not run on Node ${version}: it could not be installed.`)
}

async function program(runs, name, flags) {
  const { code } = await run(node24(), flags)
  if (code === 0) runs.passed += 1
  else runs.notPassed(name)
}

async function bench(runs) {
  const { code, output } = await run(node24(), ['test/bench/run.ts', '--large'], { stdio: ['ignore', 'pipe', 2] })
  if (code !== 0) {
    runs.notPassed('the bench')
    return
  }
  const figures = output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
  const before = new Map(read().map((figure) => [figure.bench, figure]))
  for (const figure of figures) {
    const known = before.get(figure.bench)
    if (known && isWorse(figure, known)) {
      say(
        `Fell by more than a tenth: ${figure.bench}, ${known.ratio} → ${figure.ratio} of ${figure.peerName ?? 'its peer'}`,
      )
    }
  }
  mkdirSync(dirname(figuresFile), { recursive: true })
  writeFileSync(figuresFile, JSON.stringify(figures, null, 1))
  runs.passed += 1
}

/** Compares ratios, because the machine may have been slow: both sides of a ratio ran on it at the same time. */
function isWorse(figure, known) {
  return moreIsBetter.test(figure.unit)
    ? figure.ratio < known.ratio * (1 - tolerance)
    : figure.ratio > known.ratio * (1 + tolerance)
}

function read() {
  return existsSync(figuresFile) ? JSON.parse(readFileSync(figuresFile, 'utf8')) : []
}
