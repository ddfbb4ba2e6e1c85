import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { builtinModulesAsObjects } from './scripts/support/bundle/builtin-modules.ts'
import { bundledRequires } from './scripts/support/bundle/bundled-requires.ts'
import { minified } from './scripts/support/bundle/minify-main.ts'

const fromRoot = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** The code of the package `mailroom-sandbox`, including all libraries. */
export default defineConfig({
  root: fromRoot('.'),
  publicDir: false,
  plugins: [
    bundledRequires,
    builtinModulesAsObjects,
    { name: 'minified', renderChunk: (code, { fileName }) => minified(fileName, code).code },
  ],
  ssr: { noExternal: true },
  build: {
    ssr: true,
    // The oldest Node in packages/sandbox/package.json.
    target: 'node22.16',
    minify: false,
    // The bundle is read from disk, not loaded by a page.
    chunkSizeWarningLimit: 2000,
    license: { fileName: 'licences.md' },
    rolldownOptions: {
      input: { sandbox: fromRoot('src/sandbox/public/index.ts'), program: fromRoot('src/cli/package/main.ts') },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
})
