import { defineConfig } from 'vitest/config'
import config from '../../vitest.config.ts'

/** For tests that start no bundle: without the build that every other run begins with. */
export default defineConfig({
  ...config,
  root: new URL('../..', import.meta.url).pathname,
  test: { ...config.test, globalSetup: [] },
})
