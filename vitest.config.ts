import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { throughDoors } from './scripts/support/bundle/through-doors.ts'
import { commands } from './test/components/support/commands.ts'
import { headlessOptions } from './test/support/page/launch-options.ts'

const doors = throughDoors(fileURLToPath(new URL('src/renderer/src/features', import.meta.url)))

export default defineConfig({
  test: {
    // The smallest machine has two cores. More workers than cores would only delay the start of the hosts that tests
    // use.
    maxWorkers: 2,
    // Loading all modules again for each file took over a third of the processor time. No test needs it: modules keep no state, and a
    // test ends what it started.
    isolate: false,
    // These only end a test that hangs, so they are far beyond what a busy machine needs.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    globalSetup: ['scripts/support/vitest-setup.mjs', 'scripts/support/postgres/vitest-servers.mjs'],
    restoreMocks: true,
    unstubEnvs: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['src/renderer/**', 'test/components/**', 'node_modules/**', 'out/**'],
        },
      },
      {
        extends: true,
        plugins: [svelte({ configFile: false }), doors],
        // Otherwise Svelte resolves to its server build, in which state is not reactive.
        resolve: { conditions: ['browser'] },
        test: {
          name: 'renderer',
          environment: 'node',
          include: ['src/renderer/**/*.test.ts'],
        },
      },
      {
        extends: true,
        plugins: [svelte({ configFile: false }), doors],
        // A package that is found only when a view is loaded is bundled at that moment, which reloads the page in the
        // middle of a test. Vite finds no imports in the markup of components, so every component is an entry.
        optimizeDeps: {
          entries: ['src/renderer/src/**/*.svelte', 'src/renderer/src/**/*worker.ts'],
          include: ['axe-core', 'vitest-browser-svelte'],
        },
        test: {
          name: 'components',
          // A separate page for each file, so that nothing left in one page affects the next file.
          isolate: true,
          include: ['test/components/**/*.test.ts'],
          setupFiles: ['test/components/support/css.ts', 'test/components/support/setup.ts'],
          browser: {
            enabled: true,
            headless: true,
            ui: false,
            screenshotFailures: false,
            viewport: { width: 1280, height: 800 },
            // As in Playwright, a name or text may match a part of the whole unless a locator says otherwise.
            locators: { exact: false },
            instances: [{ browser: 'chromium' }],
            provider: playwright({
              actionTimeout: 30_000,
              launchOptions: headlessOptions,
              contextOptions: {
                locale: 'en-GB',
                timezoneId: 'Europe/Paris',
                permissions: ['clipboard-read', 'clipboard-write'],
              },
            }),
            commands,
          },
        },
      },
    ],
  },
})
