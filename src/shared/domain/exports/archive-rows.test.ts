import { describe, expect, it } from 'vitest'
import { exportFormats, type ExportFormat } from '../../contract/base/export-choices.ts'
import type { StoredMessage } from '../messages/record.ts'
import { archiveColumn, archiveColumns, columnProblem, metaKeyOf } from './archive-columns.ts'
import { archiveTable } from './archive-rows.ts'

const created = Date.UTC(2026, 5, 15, 12)
const minute = 60_000

const message: StoredMessage = {
  row: 1,
  complete: true,
  id: '007',
  apiKey: 'k1',
  createdDate: created,
  lastStateDate: created + 5000,
  from: 'Shop@Example.com',
  email: 'jane@Gmail.com',
  subject: '=1+1',
  size: 1200,
  tags: ['a', 'b'],
  lastState: 'hardbounced',
  open: 3,
  click: 2,
  meta: { order: '0042', count: 7, nested: { in: [1] }, none: null },
  reason: '550 5.1.1 <jane@gmail.com>: user unknown',
  openDetails: [
    { date: created + 30 * minute, userAgent: { browser: 'Firefox', country: 'France', deviceType: 'phone' }, url: '' },
    {
      date: created + 10 * minute,
      userAgent: { webmail: 'Gmail', country: 'Spain', language: 'es' },
      extra: { asn: 7 },
    },
    { date: created + 20 * minute, userAgent: { browser: 'curl', country: 'Spain' } },
  ],
  clickDetails: [
    { date: created + 40 * minute, userAgent: { browser: 'Firefox' }, url: 'https://a.example/?x=1,2' },
    { date: created + 41 * minute, userAgent: { browser: 'Firefox' }, url: 'https://a.example/b' },
    { date: null, userAgent: null, url: 'https://a.example/b' },
  ],
  extra: { odd: true },
}
const bare: StoredMessage = {
  row: 2,
  complete: false,
  id: '1',
  apiKey: 'k2',
  createdDate: created,
  lastStateDate: created,
  from: '',
  email: 'jane@example.org',
  subject: '',
  size: 0,
  tags: [],
  lastState: 'delivered',
  open: 1,
  click: 0,
}

const keyNames = new Map([['k1', 'Shop']])

function cells(format: ExportFormat, columns: readonly string[], from: StoredMessage = message): unknown[] {
  return archiveTable({ format, columns, keyNames }).rowOf(from)
}

describe('a row of the archive', () => {
  it('has the service’s fields, ids as text', () => {
    const columns = ['id', 'apiKey', 'createdDate', 'lastStateDate', 'from', 'email', 'subject', 'size', 'tags', 'open']
    const dates = [new Date(created), new Date(created + 5000)]
    const expected = ['007', 'k1', ...dates, 'Shop@Example.com', 'jane@Gmail.com', '=1+1', 1200, 'a,b', 3]
    for (const format of exportFormats) expect(cells(format, columns)).toEqual(expected)
  })

  it('has what analysts ask for', () => {
    const of = (...columns: string[]): unknown[] => cells('xlsx', columns)
    expect(of('apiKeyName', 'recipientDomain', 'mailboxProvider', 'senderDomain', 'reasonInWords')).toEqual([
      'Shop',
      'gmail.com',
      'Google',
      'example.com',
      'Mailbox does not exist',
    ])
    expect(of('firstOpen', 'lastOpen', 'firstClick', 'lastClick')).toEqual(
      [10, 30, 40, 41].map((minutes) => new Date(created + minutes * minute)),
    )
    expect(of('opensByPeople', 'clicksByPeople')).toEqual([2, 3])
    expect(of('emailPrograms', 'devices', 'countries', 'languages')).toEqual([
      'Gmail\ncurl\nFirefox',
      'phone',
      'Spain\nFrance',
      'es',
    ])
    expect(of('clickedLinks')).toEqual(['https://a.example/b\nhttps://a.example/?x=1,2'])
  })

  it('has metadata as text, one column for each key or all as JSON', () => {
    const keys = ['order', 'count', 'nested', 'none', 'absent', 'constructor'].map((key) => `meta:${key}`)
    expect(cells('csv', keys)).toEqual(['0042', '7', '{"in":[1]}', null, null, null])
    expect(cells('csv', ['meta', 'extra'])).toEqual([
      '{"order":"0042","count":7,"nested":{"in":[1]},"none":null}',
      '{"odd":true}',
    ])
  })

  it('has real JSON in json and jsonl', () => {
    const columns = ['id', 'meta:order', 'meta:count', 'countries', 'openDetails']
    const { columns: names, jsonColumns, rowOf } = archiveTable({ format: 'jsonl', columns, keyNames })
    expect(names).toEqual(columns)
    expect([...jsonColumns]).toEqual([1, 2, 3, 4])
    const [id, order, count, countries, details] = rowOf(message)
    expect([id, order, count, countries]).toEqual(['007', '"0042"', '7', '["Spain","France"]'])
    expect(JSON.parse(details as string)).toMatchObject([
      { date: '2026-06-15T12:30:00.000Z', userAgent: { browser: 'Firefox' } },
      { date: '2026-06-15T12:10:00.000Z', asn: 7 },
      {},
    ])
    expect(details).not.toContain('"url":""')
    expect(archiveTable({ format: 'csv', columns, keyNames }).jsonColumns.size).toBe(0)
  })

  it('is empty where the details were not read, for they may say anything', () => {
    const ids = archiveColumns.map(({ id }) => id).slice(12)
    for (const format of exportFormats) {
      const found = ids.flatMap((id, at) => (cells(format, ids, bare)[at] === null ? [] : [id]))
      expect(found).toEqual(['recipientDomain'])
    }
  })
})

describe('the columns', () => {
  it('can be read by a person', () => {
    const headings = archiveColumns.map(({ heading }) => heading.toLowerCase())
    expect(new Set(headings).size).toBe(headings.length)
    for (const { description } of archiveColumns) expect(description).toMatch(/^[A-Z].*\.$/)
  })

  it('name what is wrong with them', () => {
    expect(columnProblem([])).toBe('Choose at least one column.')
    expect(columnProblem(['id', 'no'])).toBe('There is no column named “no”.')
    expect(columnProblem(['id', 'meta:'])).toBe('There is no column named “meta:”.')
    expect(columnProblem(['apiKey', 'id', 'apiKey'])).toBe('The column “API key” is chosen twice.')
    expect(() => archiveTable({ format: 'csv', columns: ['no'], keyNames })).toThrow('There is no column')
    expect([metaKeyOf('meta'), metaKeyOf('meta:a:b'), archiveColumn('constructor')]).toEqual([null, 'a:b', null])
  })
})
