import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Two cores are the smallest machine this must run on; more workers than cores only make hosts start late.
    maxWorkers: 2,
    // These end what hangs, and judge no speed: they must be far beyond what a machine needs that others use too.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    retry: process.env['CI'] === undefined ? 0 : 1,
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
        // Without it Svelte resolves to its server build, where state does not react.
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
