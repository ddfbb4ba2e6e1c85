import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findChromium } from './find-chromium.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mailroom browsers '))
})
afterEach(() => rmSync(folder, { recursive: true }))

function program(name: string, mode = 0o700): string {
  const path = join(folder, name)
  writeFileSync(path, '')
  chmodSync(path, mode)
  return path
}

test('a browser on the path is found, by its order in the list and not by that of the path', () => {
  const edge = program('microsoft-edge')
  const env = { PATH: ['/nowhere', folder].join(delimiter) }
  expect(findChromium({ platform: 'linux', env })).toBe(edge)
  const chromium = program('chromium')
  expect(findChromium({ platform: 'linux', env })).toBe(chromium)
})

test('CHROMIUM_PATH goes before what is installed, unless nothing is there', () => {
  const installed = program('chromium')
  const named = program('my browser')
  expect(findChromium({ platform: 'linux', env: { PATH: folder, CHROMIUM_PATH: named } })).toBe(named)
  expect(findChromium({ platform: 'linux', env: { PATH: folder, CHROMIUM_PATH: '/nowhere/x' } })).toBe(installed)
})

test('where there is none the answer is null', () => {
  expect(findChromium({ platform: 'linux', env: { PATH: folder } })).toBeNull()
  expect(findChromium({ platform: 'win32', env: {} })).toBeNull()
})
