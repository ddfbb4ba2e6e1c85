// `npm test` sets up what the tests need, then runs the checks, the unit and integration tests, and the page in a browser.
// `npm test -- PART…` does so for parts: check, unit, integration, e2e, or a folder of test/ (contract, security, …).
// SHARD=1/4 runs a quarter of their tests. `npm test -- changed`, `deep` and `flaky` are explained in CONTRIBUTING.md.
import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './support/build.mjs'
import { planChanged } from './support/changed-plan.mjs'
import { runChecks } from './support/checks.mjs'
import { ensureChromium } from './support/chromium.mjs'
import { runDeep } from './support/deep.mjs'
import { runFlaky } from './support/flaky/run-flaky.mjs'
import { ensureInstalled } from './support/install.mjs'
import { ensureKeytar, prepareKeychain, whyNoKeychainTests } from './support/keychain.mjs'
import { whyNoPostgres } from './support/postgres/start.mjs'
import { root, say } from './support/process.mjs'
import { planTests } from './support/test-plan.mjs'
import { TestRuns } from './support/test-runs.mjs'

const parts = process.argv.slice(2)
const folders = foldersIn('test')
const plan = parts[0] === 'changed' ? changedPlan() : planTests(parts, folders)
if (plan.unknown !== null) {
  say(
    `There is no test/${plan.unknown}. Parts are check, unit, integration, e2e, changed, deep, flaky, and the folders of test/.`,
  )
  process.exit(2)
}

const shard = process.env.SHARD ? [`--shard=${process.env.SHARD}`] : []
const runs = new TestRuns()
/** How many seconds each step took, in order. */
const took = []

if (plan.keychain) await prepareKeychain()
await ensureInstalled()
if (plan.keychain) await ensureKeytar()
const chromium = plan.chromium ? await ensureChromium() : null

if (plan.check) for (const name of await timed('checks', runChecks)) runs.notPassed(`check: ${name}`)
const built = plan.build ? await timed('build', ensureBuilt) : false
if (plan.build && !built) runs.notPassed('the build')
if (built && plan.mode === 'flaky') await timed('ten whole runs', () => runFlaky(runs))
if (built && plan.mode === 'deep') await timed('the tests of volume', () => runDeep(runs))
if (built && plan.changed) await timed('changed units', () => runs.vitest(['src/', '--changed', '--passWithNoTests']))
if (built && plan.vitest) await timed('units and integration', () => runs.vitest([...plan.vitest, ...shard]))
if (built && plan.e2e) await timed('browser', () => runInBrowser(plan.e2e))

printTimes()
for (const { title, cause } of runs.failures) say(`Failed: ${title}${cause ? ` (${cause})` : ''}`)
const noKeychain = plan.keychain ? whyNoKeychainTests() : null
if (noKeychain) say(noKeychain)
const noPostgres = plan.vitest ? whyNoPostgres() : null
if (noPostgres) say(`The tests of team archives are skipped: ${noPostgres}`)
const skipped = runs.skipped > 0 ? `, ${runs.skipped} skipped` : ''
process.stdout.write(`${runs.passed} passed, ${runs.failed} failed${skipped}\n`)
process.exit(runs.failed === 0 ? 0 : 1)

async function runInBrowser(specs) {
  if (chromium === null)
    runs.notPassed('No Chromium was found, and none could be installed. Name one in CHROMIUM_PATH.')
  else await runs.playwright([...specs, ...shard])
}

async function timed(name, work) {
  const begun = performance.now()
  const result = await work()
  took.push({ name, seconds: (performance.now() - begun) / 1000 })
  return result
}

function printTimes() {
  for (const { path, seconds } of runs.slowest(10)) say(`${seconds.toFixed(1).padStart(7)} s  ${path}`)
  const steps = took.map(({ name, seconds }) => `${name} ${seconds.toFixed(0)} s`)
  const [units, e2e] = [runs.secondsOf('src/'), runs.secondsOf('test/e2e/')]
  const others = runs.secondsOf('test/') - e2e
  if (units + others + e2e > 0) {
    steps.push(
      `of the workers' time: units ${units.toFixed(0)} s, integration ${others.toFixed(0)} s, browser ${e2e.toFixed(0)} s`,
    )
  }
  if (steps.length > 0) say(steps.join(' · '))
}

/** The tests for the changes in the working tree, and for those since a commit if one is given. */
function changedPlan() {
  const [, since = 'HEAD'] = parts
  const git = (...flags) => execFileSync('git', flags, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  const paths = [...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')]
  const specs = readdirSync(join(root, 'test/e2e')).filter((name) => name.endsWith('.e2e.ts'))
  const known = {
    folders: [...folders, ...foldersIn('test/core').map((name) => `core/${name}`)],
    nouns: foldersIn('src/core'),
    specs: specs.map((name) => name.slice(0, -'.e2e.ts'.length)),
  }
  const { vitest, e2e } = planChanged(paths, known)
  say(`${paths.length} changed files: ${[...vitest, ...e2e].join(', ') || 'their units alone'}.`)
  const folderParts = vitest.map((filter) => filter.split('/')[1])
  return {
    ...planTests(['check', ...folderParts, ...(e2e.length > 0 ? ['e2e'] : [])], folders),
    build: true,
    changed: true,
    vitest: vitest.length > 0 ? vitest : null,
    e2e: e2e.length > 0 ? e2e.map((name) => `/${name}.e2e.ts`) : null,
  }
}

function foldersIn(path) {
  const entries = readdirSync(join(root, path), { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}
