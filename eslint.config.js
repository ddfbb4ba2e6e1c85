import js from '@eslint/js'
import globals from 'globals'
import svelte from 'eslint-plugin-svelte'
import tseslint from 'typescript-eslint'
import { linearRegex } from './eslint-rules/linear-regex.ts'

// Who may import whom (docs/adr/0002): a room lists the rooms it may reach; everything else is an error.
const rooms = ['shared', 'formats', 'core', 'sandbox', 'main', 'preload', 'server', 'cli', 'renderer']
const mayImport = {
  shared: [],
  formats: ['shared'],
  core: ['shared', 'formats'],
  sandbox: ['shared', 'formats'],
  main: ['shared', 'core', 'sandbox'],
  preload: ['shared'],
  server: ['shared', 'core', 'sandbox'],
  cli: ['shared', 'core', 'sandbox', 'server'],
  renderer: ['shared'],
}

/** Forbidden import patterns of one room: every other room, by alias or by relative path. */
function foreignRooms(room) {
  // Folders of the page lie one deeper, where one of them may have the name of a room.
  const up = room === 'renderer' ? '{2,}' : '+'
  return rooms
    .filter((other) => other !== room && !mayImport[room].includes(other))
    .map((other) => ({
      regex: `^(#${other}/|(\\.\\./)${up}${other}/)`,
      message: `src/${room} may not import src/${other} (see docs/adr/0002).`,
    }))
}

const electronOnly = { regex: '^electron$', message: 'electron is imported in src/main and src/preload alone.' }
const undiciOnly = {
  regex: '^undici$',
  message: 'undici is imported in src/core/api alone (measured traps, see docs).',
}
const keytarOnly = { regex: '^keytar$', message: 'keytar sits behind src/core/keychain/keytar-secret-store.ts.' }
const nodeFree = { regex: '^node:', message: 'This room also runs in the page: no node: modules.' }
const globalFetch = { name: 'fetch', message: 'Global fetch can kill the process (docs/adr/0005): use core/api.' }

function room(name, { files = [`src/${name}/**/*.{ts,svelte}`], extra = [] } = {}) {
  return {
    files,
    rules: { 'no-restricted-imports': ['error', { patterns: [...foreignRooms(name), ...extra] }] },
  }
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
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: tseslint.parser, extraFileExtensions: ['.svelte'] } },
    rules: { 'svelte/no-navigation-without-resolve': 'off', 'no-undef': 'off' },
  },
  room('shared', { extra: [nodeFree, electronOnly, undiciOnly, keytarOnly] }),
  room('formats', { extra: [electronOnly, undiciOnly, keytarOnly] }),
  room('core', { extra: [electronOnly, undiciOnly, keytarOnly] }),
  room('core', { files: ['src/core/api/**/*.ts'], extra: [electronOnly, keytarOnly] }),
  room('core', { files: ['src/core/keychain/keytar-secret-store.ts'], extra: [electronOnly, undiciOnly] }),
  room('sandbox', { extra: [electronOnly, undiciOnly, keytarOnly] }),
  room('main', { extra: [undiciOnly, keytarOnly] }),
  room('preload', { extra: [undiciOnly, keytarOnly] }),
  room('server', { extra: [electronOnly, undiciOnly, keytarOnly] }),
  room('cli', { extra: [electronOnly, undiciOnly, keytarOnly] }),
  room('renderer', { extra: [nodeFree, electronOnly, undiciOnly, keytarOnly] }),
  {
    // A regex of more than linear cost stops the whole app for a text that somebody else wrote.
    files: ['src/**/*.{ts,svelte}'],
    ignores: ['**/*.test.ts'],
    plugins: { mailroom: { rules: { 'linear-regex': linearRegex } } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: { 'mailroom/linear-regex': 'error' },
  },
  { files: ['scripts/**', 'test/**', 'src/cli/**'], rules: { 'no-console': 'off' } },
)
