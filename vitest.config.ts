import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // The smallest machine has two cores, and more workers than cores only make the hosts of the tests start late.
    maxWorkers: 2,
    // To load the modules anew for each file took half of the processor time. No file counts on that: what has a life belongs to a
    // test, which ends it, and the rest are functions.
    isolate: false,
    // These only end a test that hangs, so they are far beyond what a busy machine needs.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    retry: process.env['CI'] ? 1 : 0,
    expect: { poll: { timeout: 30_000 } },
    globalSetup: 'scripts/support/vitest-setup.mjs',
    restoreMocks: true,
    unstubEnvs: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['src/renderer/**', 'node_modules/**', 'out/**'],
        },
      },
      {
        extends: true,
        plugins: [svelte()],
        // Otherwise Svelte resolves to its server build, in which state is not reactive.
        resolve: { conditions: ['browser'] },
        test: {
          name: 'renderer',
          environment: 'node',
          include: ['src/renderer/**/*.test.ts'],
        },
      },
    ],
  },
})
