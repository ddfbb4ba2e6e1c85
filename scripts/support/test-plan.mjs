/**
 * The folders of test/ that use a real keychain. test/scripts/test-plan.test.ts compares this list with the sources.
 */
const keychainFolders = ['cli', 'electron', 'server']
/** The folder of test/ whose tests vitest runs in a browser. */
const browserFolder = 'components'

/**
 * Determines what `npm test -- PART…` runs, and what has to be set up for it. Without parts, it runs everything.
 * `folders` contains the folders of test/. `vitest` and `e2e` contain path filters: null means no run, an empty list
 * means all files.
 */
export function planTests(parts, folders) {
  const [mode = null] = parts.filter((part) => part === 'deep' || part === 'flaky')
  if (mode) return { ...planTests([], folders), check: false, vitest: null, e2e: null, mode }
  const all = parts.length === 0
  /** Whether every folder of test/ is included. */
  const whole = all || parts.includes('integration')
  const named = parts.filter((part) => !['check', 'unit', 'integration', 'e2e'].includes(part))
  const filters = [
    ...(parts.includes('unit') ? ['src/'] : []),
    ...(parts.includes('integration') ? ['test/'] : []),
    ...named.map((folder) => `test/${folder}/`),
  ]
  const check = all || parts.includes('check')
  const e2e = all || parts.includes('e2e') ? [] : null
  const vitest = all || filters.length > 0 ? filters : null
  return {
    unknown: named.find((folder) => !folders.includes(folder)) ?? null,
    mode: null,
    check,
    vitest,
    e2e,
    build: vitest !== null || e2e !== null,
    keychain: whole || named.some((folder) => keychainFolders.includes(folder)),
    chromium: whole || e2e !== null || named.includes(browserFolder),
  }
}
