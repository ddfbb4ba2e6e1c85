import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

type Plan = {
  unknown: string | null
  mode: string | null
  check: boolean
  vitest: string[] | null
  e2e: string[] | null
  build: boolean
  keychain: boolean
  chromium: boolean
}

const source = new URL('../../scripts/support/test-plan.mjs', import.meta.url).href
const { planTests } = (await import(source)) as { planTests(parts: string[], folders: string[]): Plan }

const testFolder = join(import.meta.dirname, '..')
const folders = readdirSync(testFolder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
const plan = (...parts: string[]): Plan => planTests(parts, folders)
const nothing = {
  unknown: null,
  mode: null,
  check: false,
  vitest: null,
  e2e: null,
  build: false,
  keychain: false,
  chromium: false,
}

describe('npm test', () => {
  it('runs and sets up everything when no part is named', () => {
    const everything = { check: true, vitest: [], e2e: [], build: true, keychain: true, chromium: true }
    expect(plan()).toEqual({ unknown: null, mode: null, ...everything })
  })

  it('sets up everything for a separate deep run, or for a search for flaky tests', () => {
    for (const mode of ['deep', 'flaky']) {
      expect(plan(mode)).toEqual({ ...nothing, mode, build: true, keychain: true, chromium: true })
    }
  })

  it('sets up nothing for the checks', () => {
    expect(plan('check')).toEqual({ ...nothing, check: true })
  })

  it('sets up only a build for the unit tests', () => {
    expect(plan('unit')).toEqual({ ...nothing, vitest: ['src/'], build: true })
    expect(plan('check', 'unit', 'core')).toEqual({
      ...nothing,
      check: true,
      vitest: ['src/', 'test/core/'],
      build: true,
    })
  })

  it('sets up a keychain and a browser for the integration tests, which are all folders of test/', () => {
    const integration = { vitest: ['test/'], build: true, keychain: true, chromium: true }
    expect(plan('integration')).toEqual({ ...nothing, ...integration })
  })

  it('sets up a browser for tests in a page and a keychain for the folders that use one', () => {
    expect(plan('e2e')).toEqual({ ...nothing, e2e: [], build: true, chromium: true })
    expect(plan('components')).toEqual({ ...nothing, vitest: ['test/components/'], build: true, chromium: true })
    expect(plan('server')).toEqual({ ...nothing, vitest: ['test/server/'], build: true, keychain: true })
  })

  it('names a part that does not exist', () => {
    expect(plan('unit', 'sever').unknown).toBe('sever')
  })

  it('sets up a keychain for every folder whose tests start one', () => {
    const starting = folders.filter((folder) => {
      const files = readdirSync(join(testFolder, folder), { recursive: true, encoding: 'utf8' })
      return files.some((file) => {
        const imports = /^import .*private-keychain\.ts'$/m
        return file.endsWith('.test.ts') && imports.test(readFileSync(join(testFolder, folder, file), 'utf8'))
      })
    })
    expect(starting).toEqual(folders.filter((folder) => plan(folder).mode === null && plan(folder).keychain))
    expect(starting.length).toBeGreaterThan(0)
  })
})
