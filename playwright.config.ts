import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { findChromium } from './src/server/launch/find-chromium.ts'

// Chromium does not run as root with its sandbox; tests only ever show our own page.
const asRoot = process.getuid?.() === 0
const electronIsHere = existsSync(new URL('node_modules/electron/path.txt', import.meta.url))

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  // Every test has its own host, folder and browser profile: nothing is shared, so nothing needs an order.
  fullyParallel: true,
  workers: 2,
  forbidOnly: process.env['CI'] !== undefined,
  retries: process.env['CI'] === undefined ? 0 : 1,
  // As in vitest.config.ts: these end what hangs, and judge no speed.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    locale: 'en-GB',
    timezoneId: 'Europe/Paris',
    viewport: { width: 1280, height: 800 },
    actionTimeout: 30_000,
  },
  projects: [
    {
      name: 'browser',
      use: {
        browserName: 'chromium',
        launchOptions: {
          executablePath: process.env['CHROMIUM_PATH'] || findChromium() || undefined,
          args: ['--disable-background-networking', ...(asRoot ? ['--no-sandbox'] : [])],
        },
      },
    },
    // Links with tokens and the preview of the components are the browser's alone.
    ...(electronIsHere ? [{ name: 'electron', testIgnore: /(start|preview)\.e2e\.ts$/ }] : []),
  ],
})
