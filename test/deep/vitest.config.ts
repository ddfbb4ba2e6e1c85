import { defineConfig } from 'vitest/config'
import config from '../../vitest.config.ts'

/** For tests that start no bundle: skips the build at the start of every other run. */
export default defineConfig({
  ...config,
  root: new URL('../..', import.meta.url).pathname,
  test: { ...config.test, globalSetup: [] },
})
