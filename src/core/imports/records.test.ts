import { describe, expect, test } from 'vitest'
import { readHeading, readJsonRecord, readRow } from './records.ts'

const created = Date.UTC(2026, 5, 15, 12)
const heading = readHeading(['Id', 'Created date', 'E-MAIL'])!

describe('the date of a row', () => {
  test.each([
    ['a date', new Date(created)],
    ['seconds', created / 1000],
    ['seconds as a text', String(created / 1000)],
    ['milliseconds', created],
    ['the days since 1900 of a spreadsheet that lost its format', created / 86_400_000 + 25_569],
    ['a text', '2026-06-15T12:00:00.000+0000'],
  ])('may be %s', (_form, cell) => {
    expect(readRow(heading, ['1', cell, 'a@x.org'])).toMatchObject({ id: '1', email: 'a@x.org', createdDate: created })
  })

  test('is required, and so is the recipient', () => {
    expect(() => readRow(heading, ['1', '', 'a@x.org'])).toThrow('when the message was created')
    expect(() => readRow(heading, ['1', created, ''])).toThrow('no recipient')
  })
})

test('the columns are known by the names of the service’s files, and by those of Mailroom’s', () => {
  const keys = ['id', 'createdDate', 'lastState', 'email', 'open', 'click', 'lastStateDate', 'apiKey', 'meta']
  const names = ['Id', 'CreatedDate', 'LastState', 'Email', 'Open', 'Click', 'LastStateDate', 'ApiKey', 'Meta']
  expect(readHeading(names)?.keys).toEqual(keys)
  const earlier = [
    'Id',
    'Created date',
    'Last state',
    'Email',
    'Open',
    'Click',
    'Last state date',
    'API key',
    'Metadata',
  ]
  expect(readHeading(earlier)?.keys).toEqual(keys)
  const ours = ['ID', 'Created', 'State', 'To', 'Opens', 'Clicks', 'Last change', 'API key', 'Metadata']
  expect(readHeading(ours)?.keys).toEqual(keys)
})

describe('a heading that names a zone', () => {
  const zoned = readHeading(['ID', 'Created (Europe/Paris)', 'To', 'First open (Europe/Paris)'])!
  const summer = created - 2 * 3_600_000

  test.each([
    ['a date of a spreadsheet', new Date(created), summer],
    ['the days since 1900 of a spreadsheet that lost its format', created / 86_400_000 + 25_569, summer],
    ['a text', '2026-06-15 12:00:00', summer],
    ['a text with its own zone', '2026-06-15 12:00:00Z', created],
    ['seconds', created / 1000, created],
    ['a date beyond every zone', new Date(8.64e15), 8.64e12],
  ])('applies to %s', (_form, cell, expected) => {
    expect(readRow(zoned, ['1', cell, 'a@x.org'])).toMatchObject({ createdDate: expected })
  })

  test('applies to a date that is only kept', () => {
    const cells = ['1', created, 'a@x.org', '2026-06-15 12:00:00']
    expect(readRow(zoned, cells)).toMatchObject({ extra: { 'First open': summer / 1000 } })
  })

  test('is one of a date, with a known zone', () => {
    expect(zoned.extra).toEqual(['First open (Europe/Paris)'])
    const others = ['Created (Mars)', 'Subject (Europe/Paris)', 'Last change ()', 'Email']
    expect(readHeading(others)?.extra).toEqual(others.slice(0, 3))
  })
})

test('the date of the last state stands in for a missing creation date', () => {
  const record = { id: '1', email: 'a@x.org', lastStateDate: created / 1000 }
  expect(readJsonRecord(record)).toMatchObject({ createdDate: created, lastStateDate: created })
})

test('a row with more cells than columns is refused, unless they are empty', () => {
  expect(readRow(heading, ['1', created, 'a@x.org', '', null])).toMatchObject({ id: '1' })
  expect(() => readRow(heading, ['1', created, 'a@x.org', 'more'])).toThrow('Expected 3 cells, found 4')
})

test('metadata in a cell is JSON', () => {
  const wide = readHeading(['Id', 'CreatedDate', 'Email', 'Meta'])!
  expect(readRow(wide, ['1', created, 'a@x.org', '{"order":7}'])).toMatchObject({ meta: { order: 7 } })
  expect(() => readRow(wide, ['1', created, 'a@x.org', 'order 7'])).toThrow('not JSON')
})
