import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { findChromium } from './src/server/launch/find-chromium.ts'

// Chromium refuses to run as root with its sandbox. The tests show no page but our own.
const asRoot = process.getuid?.() === 0
const electronIsHere = existsSync(new URL('node_modules/electron/path.txt', import.meta.url))

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  // Node reads TypeScript. Babel took seconds of each worker, which keeps nothing of it for the next one.
  build: { external: ['**'] },
  // Every test has its own host, folder and browser profile, so the order does not matter.
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env['CI']),
  retries: process.env['CI'] ? 1 : 0,
  // As in vitest.config.ts, these only end a test that hangs; they do not measure speed.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    // A trace of every try takes as long as the test itself. Add `--trace retain-on-failure` to look into one spec.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    locale: 'en-GB',
    timezoneId: 'Europe/Paris',
    viewport: { width: 1280, height: 800 },
    actionTimeout: 30_000,
    // The tests in Electron use this browser too, for the page of the fixture that stays empty.
    browserName: 'chromium',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] || findChromium() || undefined,
      args: ['--disable-background-networking', ...(asRoot ? ['--no-sandbox'] : [])],
    },
  },
  projects: [
    { name: 'browser' },
    // The desktop app without Electron's program: see test/e2e/support/hosts/desktop.
    { name: 'desktop', testIgnore: /(start|preview)\.e2e\.ts$/ },
    // Links with tokens and the component preview exist in the browser only.
    ...(electronIsHere ? [{ name: 'electron', testIgnore: /(start|preview)\.e2e\.ts$/ }] : []),
  ],
})
