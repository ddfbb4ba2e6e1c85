import js from '@eslint/js'
import globals from 'globals'
import svelte from 'eslint-plugin-svelte'
import tseslint from 'typescript-eslint'
import { linearRegex } from './eslint-rules/linear-regex.ts'
import { rooms } from './eslint-rules/rooms.ts'
import packageFile from './package.json' with { type: 'json' }

const root = import.meta.dirname.replaceAll('\\', '/')
const aliases = Object.fromEntries(
  Object.entries(packageFile.imports).map(([name, path]) => [name.slice(0, -1), path.slice('./'.length, -1)]),
)

// The rooms that each room may import (docs/adr/0002); any other import is an error.
const page = 'src/renderer/src'
const house = {
  root,
  aliases,
  rooms: {
    // Data tables, as JSON.
    'resources/data': [],
    'src/shared': ['resources/data'],
    'src/formats': ['src/shared'],
    'src/core': ['src/shared', 'src/formats'],
    // The declarations of the package mailroom-sandbox, which import nothing.
    'packages/sandbox': [],
    'src/sandbox': ['src/shared', 'src/formats', 'packages/sandbox'],
    'src/main': ['src/shared', 'src/core', 'src/sandbox', 'src/cli'],
    'src/preload': ['src/shared'],
    'src/server': ['src/shared', 'src/core', 'src/sandbox'],
    'src/cli': ['src/shared', 'src/core', 'src/sandbox', 'src/server'],
    [`${page}/lib`]: ['src/shared', 'resources/data'],
    [`${page}/features`]: ['src/shared', `${page}/lib`],
    [`${page}/views`]: ['src/shared', `${page}/lib`, `${page}/features`],
    [`${page}/shell`]: ['src/shared', `${page}/lib`, `${page}/features`, `${page}/views`],
    [`${page}/preview`]: ['src/shared', `${page}/lib`, `${page}/features`],
    [page]: ['src/shared', `${page}/lib`, `${page}/shell`, `${page}/preview`],
  },
  doors: ['src/core', `${page}/features`],
  // The base, and the readers of the service's records, because the client's door would also load undici. The read-only
  // app (docs/adr/0020) starts without the client, too.
  open: [
    'src/core/base',
    'src/core/api/read',
    'src/core/api/profile',
    'src/core/accounts/stored-accounts.ts',
    // A backup is read in the import thread, which loads nothing else of the app.
    'src/core/archive/backup-file.ts',
    'src/core/statistics/counted-handlers.ts',
  ],
  packages: {
    electron: ['src/main', 'src/preload'],
    // The measured problems of other clients are in docs/adr/0005.
    undici: ['src/core/api'],
    // Computes the times of cron patterns, only for the core: the page calls schedules.nextRuns.
    croner: ['src/core/schedules/cron.ts'],
    // The bundler does not see what createRequire loads, except in the form that scripts/support/bundle/bundled-requires.ts
    // names. text-version.ts loads its library in that form, at its first use; inline-css.ts looks up a file that the archive
    // holds beside the bundles; prepare.ts uses the module for its compile cache.
    'node:module': ['src/sandbox/mail/text-version.ts', 'src/core/drafts/inline-css.ts', 'src/cli/prepare.ts'],
    keytar: ['src/core/keychain/keytar-secret-store.ts'],
    // The driver for a team's server, which is loaded only for an account with such an archive.
    pg: ['src/core/archive/server/connection'],
    'pg-copy-streams': ['src/core/archive/server/connection'],
    'node:sqlite': [
      'src/core/base/sqlite-file.ts',
      'src/core/node/data-lock.ts',
      'src/sandbox/store/database/database.ts',
    ],
  },
  nodeFree: ['src/shared', 'src/renderer'],
}

const globalFetch = { name: 'fetch', message: 'Global fetch can kill the process (docs/adr/0005): use core/api.' }

/**
 * Unit tests of the page run in Node, so the types of Node are visible where the page is checked, but the page runs in
 * a browser.
 */
const namesOfNode = ['process', 'Buffer', 'global', 'require', 'module', '__dirname', '__filename', 'setImmediate'].map(
  (name) => ({ name, message: 'The page runs in a browser, which has no such name.' }),
)

const spreadOfLiteral = {
  selector:
    ':matches(ObjectExpression > SpreadElement > ObjectExpression, ArrayExpression > SpreadElement > ArrayExpression)',
  message: 'Write the properties out, one a line, instead of spreading a literal.',
}
/**
 * toMatchObject treats a regex as an object without properties, which every value matches, so the test could not fail.
 */
const bareRegex = {
  selector: "CallExpression[callee.property.name='toMatchObject'] :matches(Property, ArrayExpression) > Literal[regex]",
  message: 'toMatchObject takes a regular expression for an empty object. Use expect.stringMatching().',
}

const privateKeyword = {
  // There is no other way to make a constructor private.
  selector: ':matches(PropertyDefinition, MethodDefinition[kind!="constructor"])[accessibility="private"]',
  message: 'Use a #private member.',
}

export default tseslint.config(
  { ignores: ['node_modules', 'out', 'dist', 'test-results', 'playwright-report', 'resources'] },
  js.configs.recommended,
  ...tseslint.configs.strict,
  ...svelte.configs.recommended,
  {
    languageOptions: { globals: globals.node },
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-invalid-void-type': 'off',
      'no-restricted-globals': ['error', globalFetch],
      'no-console': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  {
    files: ['src/renderer/**/*.{ts,svelte}', 'src/preload/**/*.ts'],
    languageOptions: { globals: globals.browser },
    // The page talks to its own host with fetch; it never reaches the service.
    rules: { 'no-restricted-globals': 'off' },
  },
  {
    files: ['src/renderer/**/*.{ts,svelte}'],
    ignores: ['**/*.test.ts'],
    rules: { 'no-restricted-globals': ['error', ...namesOfNode] },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: tseslint.parser, extraFileExtensions: ['.svelte'] } },
    rules: { 'svelte/no-navigation-without-resolve': 'off', 'no-undef': 'off' },
  },
  {
    plugins: { mailroom: { rules: { 'linear-regex': linearRegex, rooms } } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/consistent-type-definitions': ['error', 'type'],
      'no-restricted-syntax': ['error', spreadOfLiteral, privateKeyword, bareRegex],
      'max-lines': ['error', 300],
      'max-lines-per-function': ['error', 80],
    },
  },
  { files: ['{src,packages}/**/*.{ts,js,svelte}'], rules: { 'mailroom/rooms': ['error', house] } },
  // A describe block grows with its tests.
  { files: ['**/*.{test,e2e}.ts'], rules: { 'max-lines-per-function': 'off' } },
  {
    // A regex with more than linear cost would freeze the whole app on a text from outside.
    files: ['src/**/*.{ts,svelte}'],
    ignores: ['**/*.test.ts'],
    rules: { 'mailroom/linear-regex': 'error' },
  },
  // These run in the process of a user's tests, and call only the sandbox.
  { files: ['packages/sandbox/{runners,examples}/**'], rules: { 'no-restricted-globals': 'off' } },
  { files: ['scripts/**', 'test/**', 'src/cli/**'], rules: { 'no-console': 'off' } },
)
