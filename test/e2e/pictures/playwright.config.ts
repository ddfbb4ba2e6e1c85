import { defineConfig } from '@playwright/test'
import tests from '../../../playwright.config.ts'

/** `npm run pictures`: these specs check nothing and only take screenshots. */
export default defineConfig({
  ...tests,
  testDir: import.meta.dirname,
  testMatch: '*.picture.ts',
  outputDir: '../../../test-results/pictures',
  projects: [
    { name: 'browser', testIgnore: 'desktop.picture.ts' },
    { name: 'desktop', testMatch: 'desktop.picture.ts' },
  ],
  retries: 0,
})
