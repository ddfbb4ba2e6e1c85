import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { areas } from './breaks.ts'

const root = join(import.meta.dirname, '../..')

describe.each(Object.entries(areas))('The breaks of %s', (_area, breaks) => {
  test('number at least ten, each with a different name', () => {
    expect(breaks.length).toBeGreaterThanOrEqual(10)
    expect(new Set(breaks.map(({ name }) => name)).size).toBe(breaks.length)
  })

  test.each(breaks)('contain the text to replace where $name', ({ file, find, replace }) => {
    expect(readFileSync(join(root, file), 'utf8').split(find)).toHaveLength(2)
    expect(replace).not.toBe(find)
  })

  test.each(breaks)('name tests that should fail when $name', ({ tests }) => {
    expect(tests.length).toBeGreaterThan(0)
    expect(tests.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })
})
