import { expect, test } from 'vitest'
import { readScript } from './references.ts'

const namesIn = (code: string, requires?: string[]): string[] =>
  readScript('script.js', code, requires).references.map(({ how, name }) => `${how} ${name}`)

test.each([
  ['import { a } from "./a.js"', 'import ./a.js'],
  ['export { a } from "./a.js"', 'import ./a.js'],
  ['const a = () => import(`./a.js`)', 'import ./a.js'],
  ['import(name)', 'import (computed)'],
  ['const a = require("a")', 'require a'],
  ['var r = createRequire(import.meta.url); r("a")', 'require a'],
  ['f(); var r = (() => createRequire(import.meta.url))(); function f() { r(`a`) }', 'require a'],
  ['createRequire(import.meta.url).resolve("a/b.wasm")', 'require a/b.wasm'],
  ['var { createRequire: e } = process.getBuiltinModule(`node:module`); e(import.meta.url)(`a`)', 'require a'],
  ['var m = process.getBuiltinModule("node:module"), r = m.createRequire(import.meta.url); r("a")', 'require a'],
  ['new Worker(new URL(`worker.js`, import.meta.url))', 'file worker.js'],
  ['join(app.getAppPath(), "resources", "icons", "icon.png")', 'file /resources/icons/icon.png'],
])('%s', (code, found) => {
  expect(namesIn(code)).toEqual([found])
})

test('finds no reference in other code', () => {
  expect(namesIn('new URL("x", base); jobs.require("x"); list.import("x"); load("x")')).toEqual([])
})

test('finds a require that another script exports, by its name there', () => {
  const runtime = readScript('runtime.js', 'var r = createRequire(import.meta.url); export { r as n }')
  expect(runtime.requireNames).toEqual(['n'])
  const code = 'import { n as __require } from "./runtime.js"; __require("a")'
  expect(readScript('script.js', code).imported).toEqual([{ from: './runtime.js', name: 'n', local: '__require' }])
  expect(namesIn(code, ['__require'])).toEqual(['import ./runtime.js', 'require a'])
})
