import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { chromiumOptions, headlessOptions } from './test/support/page/launch-options.ts'

const electronIsHere = existsSync(new URL('node_modules/electron/path.txt', import.meta.url))

// Links with tokens and the component preview exist only in the browser.
const browserOnly = /(start|preview|host-return)\.e2e\.ts$/
// Specs about what a user types, chooses and saves run in the desktop app, where more can go wrong; `npm test -- deep`
// runs every spec in both hosts. A test with the tag @browser needs a browser, and gives the reason; one with @emulated
// cannot run in Electron itself. Quitting, and links that the system opens, exist only in the desktop app.
const desktopOnly = /(desktop|shell-links)\.e2e\.ts$/
const inDesktop =
  /(desktop|windows|shell-links|accounts|compose[a-z-]*|imports|keys|storage|alerts|export-schedules)\.e2e\.ts/
const allHosts = Boolean(process.env['ALL_HOSTS'])

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  // Node reads TypeScript itself. Babel took seconds in each worker, and the result was not reused by the next one.
  build: { external: ['**'] },
  // Every test has its own host, folder and browser profile, so the order does not matter.
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env['CI']),
  // As in vitest.config.ts, these only end a test that hangs; they do not measure speed.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    // A trace of every test takes as long as the test itself. Add `--trace retain-on-failure` to look into one spec.
    trace: 'off',
    screenshot: 'only-on-failure',
    locale: 'en-GB',
    timezoneId: 'Europe/Paris',
    viewport: { width: 1280, height: 800 },
    // As in a window that has the focus. Chromium without windows would refuse it.
    permissions: ['clipboard-write'],
    // Animations took a tenth of the time. The deep run shows them, as most users see the app.
    ...(allHosts ? {} : { contextOptions: { reducedMotion: 'reduce' as const } }),
    actionTimeout: 30_000,
    // The tests in Electron use this browser too, for the fixture's page, which stays empty.
    browserName: 'chromium',
    // The deep run has an installed browser, as users have.
    launchOptions: allHosts ? chromiumOptions : headlessOptions,
  },
  projects: [
    {
      name: 'browser',
      testIgnore: desktopOnly,
      ...(allHosts ? {} : { grep: new RegExp(`@browser|^(?!.*\\b${inDesktop.source})`) }),
    },
    // The built desktop app without Electron's program: see test/e2e/support/hosts/desktop.
    {
      name: 'desktop',
      ...(allHosts ? { testIgnore: browserOnly } : { testMatch: inDesktop }),
      grepInvert: /@browser/,
    },
    ...(electronIsHere ? [{ name: 'electron', testIgnore: browserOnly, grepInvert: /@browser|@emulated/ }] : []),
  ],
})
