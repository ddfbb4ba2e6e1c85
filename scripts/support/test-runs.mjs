import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { compiled } from './build.mjs'
import { root, runTool } from './process.mjs'

const reports = join(root, '.cache', 'reports')

/**
 * The results of the runners so far: counts, the failed tests with their causes (the runners’ own output is thousands
 * of lines further up), and the seconds of each file and kind of test.
 */
export class TestRuns {
  passed = 0
  failed = 0
  skipped = 0
  /** `{ title, cause }` */
  failures = []
  /** `{ path, seconds }` */
  files = []

  async vitest(flags, env = {}) {
    const report = reportIn('vitest.json')
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const { code } = await runTool('vitest/vitest.mjs', ['run', ...reporters, ...flags], { env })
    const result = read(report)
    for (const file of result?.testResults ?? []) this.#addFile(file)
    this.#count(code, result?.numPassedTests, result?.numFailedTests, result?.numPendingTests)
  }

  async playwright(flags, env = {}) {
    const report = reportIn('playwright.json')
    const given = { PLAYWRIGHT_JSON_OUTPUT_FILE: report, NODE_COMPILE_CACHE: compiled, ...env }
    const { code } = await runTool('@playwright/test/cli.js', ['test', '--reporter=list,json', ...flags], {
      env: given,
    })
    const result = read(report)
    const specs = (result?.suites ?? []).flatMap((suite) => specsOf(suite))
    for (const spec of specs) this.#addSpec(spec)
    const { expected, unexpected, skipped: left } = result?.stats ?? {}
    this.#count(code, expected, unexpected, left)
  }

  /** A passed check does not count as a test, but a failed one must not end in "0 failed". */
  notPassed(title) {
    this.failed += 1
    this.failures.push({ title, cause: '' })
  }

  /** Adds up the worker-seconds of the files whose path has one of these prefixes. */
  secondsOf(...starts) {
    const chosen = this.files.filter(({ path }) => starts.some((start) => path.startsWith(start)))
    return chosen.reduce((sum, { seconds }) => sum + seconds, 0)
  }

  slowest(count) {
    return this.files.toSorted((one, other) => other.seconds - one.seconds).slice(0, count)
  }

  /** The failed tests of each file, or the file itself if it could not be loaded. */
  #addFile({ name, status, message, startTime, endTime, assertionResults }) {
    const path = relative(root, name)
    this.files.push({ path, seconds: (endTime - startTime) / 1000 })
    if (status !== 'failed') return
    const failed = assertionResults.filter((result) => result.status === 'failed')
    if (failed.length === 0) this.failures.push({ title: path, cause: firstLine(message) })
    for (const { fullName, failureMessages } of failed) {
      this.failures.push({ title: `${path}: ${fullName}`, cause: firstLine(failureMessages[0]) })
    }
  }

  #addSpec({ file, title, tests }) {
    const path = join('test', 'e2e', file)
    const results = tests.flatMap((test) => test.results)
    const seconds = results.reduce((sum, { duration }) => sum + duration, 0) / 1000
    const known = this.files.find((entry) => entry.path === path)
    if (known) known.seconds += seconds
    else this.files.push({ path, seconds })
    const cause = firstLine(results.find(({ error }) => error)?.error.message)
    if (tests.some(({ status }) => status === 'unexpected')) this.failures.push({ title: `${path}: ${title}`, cause })
  }

  /** A runner that fails without a failed test (an error while loading, no report) counts as one failed test. */
  #count(code, passed = 0, failed = 0, skipped = 0) {
    this.passed += passed
    this.failed += failed === 0 && code !== 0 ? 1 : failed
    this.skipped += skipped
  }
}

function specsOf({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap((suite) => specsOf(suite))]
}

/** Removes the colours that runners write for terminals. */
function firstLine(message = '') {
  // eslint-disable-next-line no-control-regex -- The colours begin with a control character.
  return message.replaceAll(/\u001B\[[\d;]*m/g, '').split('\n', 1)[0]
}

function reportIn(name) {
  mkdirSync(reports, { recursive: true })
  const path = join(reports, name)
  rmSync(path, { force: true })
  return path
}

function read(report) {
  return existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : null
}
