import { RuleTester } from 'eslint'
import tseslint from 'typescript-eslint'
import { describe, expect, it } from 'vitest'
import { type House, rooms, whyRefused } from '../../eslint-rules/rooms.ts'

RuleTester.describe = describe
RuleTester.it = it

const house: House = {
  root: '/house',
  aliases: { '#data/': 'resources/data/', '#shared/': 'src/shared/', '#core/': 'src/core/' },
  rooms: {
    'resources/data': [],
    'src/shared': ['resources/data'],
    'src/core': ['src/shared'],
    'src/page/lib': ['src/shared'],
    'src/page/features': ['src/shared', 'src/page/lib'],
  },
  doors: ['src/core'],
  open: ['src/core/base'],
  packages: { keytar: ['src/core/keychain/keytar-store.ts'] },
  nodeFree: ['src/shared', 'src/page'],
}

describe('Imports that are refused', () => {
  it.each([
    ['a room above', 'src/shared/a.ts', '#core/create-app.ts'],
    ['a room above, by its relative path', 'src/shared/a.ts', '../core/create-app.ts'],
    ['a higher tier of the page', 'src/page/lib/Button.svelte', '../features/accounts/Dot.svelte'],
    ['a query behind the name', 'src/page/lib/a.ts', '../features/a.svg?raw'],
    ['the inside of another folder behind its door', 'src/core/sync/sync.ts', '../archive/engine/archive.ts'],
    ['a package in the wrong file', 'src/core/keychain/other.ts', 'keytar'],
    ['tables of data in a room that has no use for them', 'src/core/sync/sync.ts', '#data/countries.json'],
    ['a module of Node where the page runs', 'src/shared/a.ts', 'node:fs'],
  ])('%s', (_, file, specifier) => {
    expect(whyRefused(house, file, specifier)).toEqual(expect.any(String))
  })

  it.each([
    ['a room below', 'src/core/sync/sync.ts', '#shared/contract/sync.ts'],
    ['a lower tier of the page', 'src/page/features/a.ts', '../lib/a.ts'],
    ['tables of data where they are read', 'src/shared/domain/a.ts', '#data/countries.json'],
    ['its own folder', 'src/core/sync/sync.ts', './engine/run.ts'],
    ['the door of another folder', 'src/core/sync/sync.ts', '../archive/index.ts'],
    ['the ground floor, which needs no door', 'src/core/sync/sync.ts', '../base/ports.ts'],
    ['a file above the folders with doors', 'src/core/sync/sync.test.ts', '../create-app.ts'],
    ['a package in its one file', 'src/core/keychain/keytar-store.ts', 'keytar'],
    ['what stands outside of all rooms', 'src/core/sync/sync.test.ts', '../../../test/support/clock.ts'],
  ])('but not %s', (_, file, specifier) => {
    expect(whyRefused(house, file, specifier)).toBeNull()
  })
})

const filename = '/house/src/shared/a.ts'
const options: [House] = [house]
const errors = [{ message: 'src/shared may not import src/core (docs/adr/0002).' }]

new RuleTester({ languageOptions: { parser: tseslint.parser } }).run('rooms', rooms, {
  valid: [{ filename, options, code: "import { b } from './b.ts'; b()" }],
  invalid: [
    "import { createApp } from '#core/create-app.ts'; createApp()",
    "await import('#core/create-app.ts')",
    "export { createApp } from '#core/create-app.ts'",
    "export * from '#core/create-app.ts'",
    "import type { App } from '#core/create-app.ts'; export type A = App",
    "export type A = import('#core/create-app.ts').App",
  ].map((code) => ({ filename, options, code, errors })),
})
