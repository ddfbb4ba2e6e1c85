import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { areas } from './breaks.ts'

const root = join(import.meta.dirname, '../..')

describe.each(Object.entries(areas))('The breaks of %s', (_area, breaks) => {
  test('are ten or more, each with a name of its own', () => {
    expect(breaks.length).toBeGreaterThanOrEqual(10)
    expect(new Set(breaks.map(({ name }) => name)).size).toBe(breaks.length)
  })

  test.each(breaks)('hold the place where $name', ({ file, find, replace }) => {
    expect(readFileSync(join(root, file), 'utf8').split(find)).toHaveLength(2)
    expect(replace).not.toBe(find)
  })

  test.each(breaks)('name tests that should notice that $name', ({ tests }) => {
    expect(tests.length).toBeGreaterThan(0)
    expect(tests.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })
})
