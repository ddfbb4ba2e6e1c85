// `npm test` sets up what the tests need, then runs the checks, the unit and integration tests, and the page in a browser.
// `npm test -- PART…` does so for parts: check, unit, e2e, or a folder of test/ (contract, security, …).
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ensureBuilt } from './support/build.mjs'
import { runChecks } from './support/checks.mjs'
import { ensureChromium } from './support/chromium.mjs'
import { ensureInstalled } from './support/install.mjs'
import { ensureKeytar, prepareKeychain, whyNoKeychainTests } from './support/keychain.mjs'
import { root, runTool, say } from './support/process.mjs'
import { planTests } from './support/test-plan.mjs'

const reports = join(root, '.cache', 'reports')
const count = { passed: 0, failed: 0, skipped: 0 }
/** Named again at the end, because their own output stands thousands of lines above it. */
const failures = []

const folders = readdirSync(join(root, 'test'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
const plan = planTests(
  process.argv.slice(2),
  folders.map(({ name }) => name),
)
if (plan.unknown !== null) {
  say(`There is no test/${plan.unknown}. Parts are check, unit, e2e, and the folders of test/.`)
  process.exit(2)
}

if (plan.keychain) await prepareKeychain()
await ensureInstalled()
if (plan.keychain) await ensureKeytar()
const chromium = plan.chromium ? await ensureChromium() : null
if (chromium) process.env.CHROMIUM_PATH = chromium
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

// A check that passes is not a test, but one that fails must not end in "0 failed".
if (plan.check) count.failed += (await runChecks()).length
const built = plan.build ? await ensureBuilt() : false
if (plan.build && !built) count.failed += 1
if (plan.vitest) await vitest(plan.vitest)
if (plan.e2e && built) await playwright()

for (const title of failures) say(`Failed: ${title}`)
const noKeychain = plan.keychain ? whyNoKeychainTests() : null
if (noKeychain) say(noKeychain)
const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : ''
process.stdout.write(`${count.passed} passed, ${count.failed} failed${skipped}\n`)
process.exit(count.failed === 0 ? 0 : 1)

async function vitest(filters) {
  const report = join(reports, 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { code } = await runTool('vitest/vitest.mjs', ['run', ...reporters, ...filters])
  const result = read(report)
  failures.push(...failedFiles(result?.testResults ?? []))
  add(code, result?.numPassedTests, result?.numFailedTests, result?.numPendingTests)
}

async function playwright() {
  if (chromium === null) {
    say('No Chromium was found, and none could be installed. Name one in CHROMIUM_PATH.')
    count.failed += 1
    return
  }
  const report = join(reports, 'playwright.json')
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  const { code } = await runTool('@playwright/test/cli.js', ['test', '--reporter=list,json'], { env })
  const result = read(report)
  const { expected = 0, flaky = 0, unexpected, skipped: left } = result?.stats ?? {}
  add(code, expected + flaky, unexpected, left)
  for (const title of secondTries(result?.suites ?? [])) say(`Passed only on the second try: ${title}`)
}

/** The failed tests of each file, or the file itself where it could not be loaded. */
function failedFiles(files) {
  return files
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed')
      const path = relative(root, name)
      return failed.length === 0 ? [path] : failed.map(({ fullName }) => `${path}: ${fullName}`)
    })
}

/** Where CI is set, a test that fails is tried once more. One that passes then is not a failure, but it is named. */
function secondTries(suites) {
  return suites.flatMap(({ title, specs = [], suites: inner = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map((spec) => `${title}: ${spec.title}`),
    ...secondTries(inner),
  ])
}

/** A runner that fails without a failed test (an error while loading, no report) counts as one failed test. */
function add(code, passed = 0, failed = 0, skippedTests = 0) {
  count.passed += passed
  count.failed += failed === 0 && code !== 0 ? 1 : failed
  count.skipped += skippedTests
}

function read(report) {
  return existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : null
}
