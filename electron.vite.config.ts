import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig, type UserConfig } from 'electron-vite'
import { normalizePath } from 'vite'
import { builtinModulesAsObjects } from './scripts/support/bundle/builtin-modules.ts'
import { bundledRequires } from './scripts/support/bundle/bundled-requires.ts'
import { hostStart } from './scripts/support/bundle/host-start.ts'
import { pageIntegrity } from './scripts/support/bundle/page-integrity.ts'
import { pageStart } from './scripts/support/bundle/page-start.ts'
import { throughDoors } from './scripts/support/bundle/through-doors.ts'
import { translated } from './scripts/support/bundle/translated.ts'

/** With forward slashes on Windows, too, as in the ids of modules. */
const fromRoot = (path: string): string => normalizePath(fileURLToPath(new URL(path, import.meta.url)))

/**
 * The code of each worker thread or child process is a separate bundle, which `Paths.worker(name)` finds beside
 * main.js.
 */
const workers = {
  'sandbox-worker': 'src/sandbox/worker.ts',
  'archive-worker': 'src/core/archive/engine/worker.ts',
  'team-archive-worker': 'src/core/archive/server/worker.ts',
  'blacklists-worker': 'src/core/blacklists/store/worker.ts',
  'bodies-worker': 'src/core/bodies/store/worker.ts',
  'import-worker': 'src/core/imports/worker.ts',
  'keychain-worker': 'src/core/keychain/keychain-worker.ts',
}

/** In KB. Every file is read from this computer’s disk, so the bundler’s advice about large files does not apply. */
const chunkSizeWarningLimit = 2000

const mainInputs = Object.fromEntries(
  Object.entries({ main: 'src/main/main.ts', cli: 'src/cli/main.ts', ...workers })
    .map(([name, path]) => [name, fromRoot(path)] as const)
    .filter(([, path]) => existsSync(path)),
)

/**
 * Dependencies are bundled, so that the packaged app reads a few files at start instead of hundreds. keytar is left
 * out, because it is native and optional.
 */
const external = ['keytar']

const host = hostStart({
  first: fromRoot('src/core/create-app.ts'),
  rooms: fromRoot('src/core/open-rooms.ts'),
  commandLine: fromRoot('src/cli/mailroom.ts'),
  workers: Object.values(workers).map(fromRoot),
})

const main: UserConfig['main'] = {
  plugins: [...translated(fromRoot('.')), bundledRequires, builtinModulesAsObjects],
  build: {
    externalizeDeps: false,
    emptyOutDir: true,
    chunkSizeWarningLimit,
    rolldownOptions: {
      input: mainInputs,
      external,
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/[name]-[hash].mjs',
        codeSplitting: { groups: [host] },
      },
    },
  },
}

/** A sandboxed preload script can require only electron, so it is one CommonJS file that contains everything else. */
const preload: UserConfig['preload'] = {
  plugins: translated(fromRoot('.')),
  build: {
    externalizeDeps: false,
    emptyOutDir: true,
    rolldownOptions: {
      input: { preload: fromRoot('src/preload/preload.ts') },
      output: { format: 'cjs', entryFileNames: '[name].cjs' },
    },
  },
}

const start = pageStart(
  fromRoot('src/renderer/src/shell/open-shell.ts'),
  fromRoot('src/renderer/src/shell/Dialogs.svelte'),
)

/** Both hosts serve the same page, so its target is a language level instead of a version of Chrome. */
function renderer(page: string, outDir: string): UserConfig['renderer'] {
  return {
    root: fromRoot('src/renderer'),
    plugins: [
      ...translated(fromRoot('.')),
      svelte({ configFile: false }),
      throughDoors(fromRoot('src/renderer/src/features')),
      start.plugin,
      pageIntegrity(page, fromRoot('src/renderer/src/lib/parts/load-part.ts')),
    ],
    build: {
      outDir: fromRoot(outDir),
      emptyOutDir: true,
      chunkSizeWarningLimit,
      target: 'es2023',
      minify: true,
      sourcemap: false,
      // An inlined asset would be a data: URL, which font-src and script-src refuse.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: fromRoot(`src/renderer/${page}`),
        output: { codeSplitting: { groups: start.groups } },
      },
    },
  }
}

/** `--mode preview` builds the page that shows every component in every state. It is never written to out/renderer. */
export default defineConfig(({ mode }) =>
  mode === 'preview'
    ? { renderer: renderer('preview.html', 'out/preview') }
    : { main, preload, renderer: renderer('index.html', 'out/renderer') },
)
