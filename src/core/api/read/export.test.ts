import { expect, test } from 'vitest'
import { readExportRecord } from './export.ts'
import { Unreadable } from './fields.ts'

const known = { id: '1', email: 'jane@example.org', createdDate: 1_700_000_000 }

test('a record of a hundred thousand unknown fields is read, and keeps each of them', () => {
  const others = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, index]))
  expect(readExportRecord({ ...known, ...others }).extra).toEqual(others)
  expect(readExportRecord(known).extra).toBeNull()
})

test('a tag that a spreadsheet turned into a number is a text again', () => {
  expect(readExportRecord({ ...known, tags: 2024 }).tags).toEqual(['2024'])
  expect(readExportRecord({ ...known, tags: [2024, 'paid'] }).tags).toEqual(['2024', 'paid'])
})

test('a record that cannot be read costs no stack, and other errors keep theirs', () => {
  const depth = Error.stackTraceLimit
  expect(new Unreadable('The record has no ID').stack).not.toContain('\n')
  expect(Error.stackTraceLimit).toBe(depth)
  expect(new Error('of another kind').stack).toContain('\n    at ')
})
