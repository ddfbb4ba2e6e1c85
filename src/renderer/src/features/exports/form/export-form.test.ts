import { describe, expect, it } from 'vitest'
import type { CommandName } from '#shared/contract/table.ts'
import type { Host } from '../../../lib/host/host.ts'
import { type ExportStart, readExportAddress } from '../../messages/index.ts'
import { defaultColumns } from '#shared/domain/exports/archive-columns.ts'
import { columnName, columnsToAdd, matchingColumns } from './column-list.ts'
import { ExportForm } from './export-form.svelte.ts'
import { exportFormatOptions, sourceOptions } from './form-options.ts'

const period = { from: '2026-01-01', to: '2026-01-31' }
const startOf = (change: Partial<ExportStart> = {}): ExportStart => ({
  ...readExportAddress(new URLSearchParams(), 'archive'),
  ...change,
})

type Options = { locale?: string; hasFolders?: boolean; positions?: readonly (number | null)[] }

function openForm({ locale = 'en-GB', hasFolders = false, positions = [] }: Options = {}) {
  const asked: [CommandName, unknown][] = []
  const invoke = (name: CommandName, input: unknown) => {
    asked.push([name, input])
    return Promise.resolve({ positions, count: 500 })
  }
  const host = { invoke } as unknown as Host
  const needs = { host, accountId: 'shop', zone: 'Europe/Paris', locale, hasFolders }
  return { form: new ExportForm(needs), asked }
}

describe('The form of an export', () => {
  it('begins with a workbook for people, and with the csv that the reader’s office programs expect', () => {
    expect(openForm().form.layoutFor({ source: 'archive' })).toEqual({
      format: 'xlsx',
      gzip: false,
      columns: defaultColumns('xlsx'),
      zone: 'Europe/Paris',
      dates: 'local',
      csv: { separator: ',', decimal: '.', byteOrderMark: true, guard: true },
    })
    const german = openForm({ locale: 'de-DE' }).form.layoutFor({ source: 'archive' })
    expect(german.csv).toMatchObject({ separator: ';', decimal: ',' })
  })

  it('begins with the choices of the last export, without columns that are gone', () => {
    const { form } = openForm({ hasFolders: true })
    const csv = { separator: '\t', decimal: ',', byteOrderMark: false, guard: false } as const
    const layout = { format: 'csv', gzip: true, zone: 'UTC', dates: 'iso', csv } as const
    const saveAs = { name: '{source}', ifTaken: 'replace' } as const
    const folder = { token: null, name: 'Exports' }
    form.remember({ layout: { ...layout, columns: ['email', 'gone', 'meta:order'] }, saveAs, folder })
    expect(form.layoutFor({ source: 'archive' })).toEqual({ ...layout, columns: ['email', 'meta:order'] })
    expect([form.name, form.ifTaken, form.folder]).toEqual(['{source}', 'replace', folder])
  })

  it('is as it was left when the user comes back', () => {
    const { form } = openForm({ hasFolders: true })
    form.format = 'jsonl'
    form.columns = ['email', 'meta:order']
    form.name = '{source}'
    form.folder = { token: 'folder', name: 'Exports' }
    const again = openForm({ hasFolders: true }).form
    again.remember(form.choices)
    expect(again.choices).toEqual(form.choices)
    expect(again.choices).toMatchObject({ layout: { format: 'jsonl', columns: ['email', 'meta:order'] } })
  })

  it('has the usual columns of its format, unless others were chosen', () => {
    const { form } = openForm()
    const { csv, ...layout } = form.layoutFor({ source: 'archive' })
    form.remember({ layout: { ...layout, csv }, saveAs: null, folder: null })
    form.format = 'jsonl'
    expect(form.layoutFor({ source: 'archive' }).columns).toEqual(defaultColumns('jsonl'))
    form.columns = ['email']
    form.format = 'csv'
    expect(form.layoutFor({ source: 'archive' }).columns).toEqual(['email'])
  })

  it('says what is missing', () => {
    const { form } = openForm({ hasFolders: true })
    form.columns = []
    expect(form.problem({ source: 'archive' })).toMatchObject({ field: 'columns' })
    expect(form.problem({ source: 'delta' })).toMatchObject({ field: 'folder' })
    form.folder = { token: 'folder', name: 'Exports' }
    form.name = ' '
    expect(form.problem({ source: 'delta' })).toMatchObject({ field: 'name' })
    form.name = '{acount}'
    expect(form.problem({ source: 'delta' })).toMatchObject({ field: 'name' })
    form.name = '{account}'
    expect(form.problem({ source: 'delta' })).toBeUndefined()
  })

  it('never asks the service for a format that it does not write', () => {
    const { form } = openForm()
    form.format = 'jsonl'
    expect(form.layoutFor({ source: 'archive' }).format).toBe('jsonl')
    expect(form.layoutFor({ source: 'delta' }).format).toBe('json')
    const offered = exportFormatOptions('delta').filter(({ disabled }) => !disabled)
    expect(offered.map(({ value }) => value)).not.toContain('jsonl')
  })

  it('asks for days of the reader’s zone, whatever the zone of the dates in the file', async () => {
    const { form } = openForm()
    form.zone = 'UTC'
    const service = await form.wanted(startOf({ source: 'service' }), period)
    expect(service.what).toEqual({ source: 'service', ...period, zone: 'Europe/Paris' })
    const archive = await form.wanted(startOf({ text: 'on:today' }), period)
    expect(archive.what).toMatchObject({ text: 'on:today', zone: 'Europe/Paris', selection: null })
    expect(archive.layout.zone).toBe('UTC')
  })
})

describe('Selected messages', () => {
  const spans = [
    { first: 97, last: 94, size: 4 },
    { first: 90, last: 90, size: 1 },
  ]

  it('are exported from where they stand now', async () => {
    const { form, asked } = openForm({ positions: [13, 16, 20, 20] })
    const { what } = await form.wanted(startOf({ text: 'tag:x', spans }), period)
    expect(what).toMatchObject({
      selection: {
        ranges: [
          { first: 13, last: 16 },
          { first: 20, last: 20 },
        ],
        rows: [97, 94, 90, 90],
        matches: 500,
      },
    })
    expect(asked).toMatchObject([['messages.positions', { text: 'tag:x', rows: [97, 94, 90, 90] }]])
  })

  it('are not exchanged for their neighbours', async () => {
    const { form } = openForm({ positions: [13, 17, 21, 21] })
    await expect(form.wanted(startOf({ spans }), period)).rejects.toMatchObject({ code: 'selection-moved' })
  })
})

describe('The columns of an export', () => {
  it('are offered with the metadata keys until they are chosen', () => {
    const offered = columnsToAdd(['email', 'meta:order'], 'xlsx', ['order', 'shop']).map(({ value }) => value)
    expect(offered).toContain('subject')
    expect(offered.filter((id) => id === 'email' || id.startsWith('meta:'))).toEqual(['meta:shop'])
  })

  it('are found by their names and by what they are', () => {
    const options = columnsToAdd([], 'xlsx', [])
    expect(matchingColumns(options, 'Recipient domain')[0]).toMatchObject({ value: 'recipientDomain' })
    expect(matchingColumns(options, 'in bytes').map(({ value }) => value)).toEqual(['size'])
  })

  it('have the names that the file has', () => {
    expect(columnName('createdDate', 'xlsx')).toBe('Created')
    expect(columnName('createdDate', 'jsonl')).toBe('createdDate')
    expect(columnName('gone', 'csv')).toBe('gone')
  })
})

it('offers no archive to an account that keeps no history', () => {
  const offered = (storeHistory: boolean) => sourceOptions({ storeHistory }).filter(({ disabled }) => !disabled)
  expect(offered(true).map(({ value }) => value)).toEqual(['archive', 'service', 'delta'])
  expect(offered(false).map(({ value }) => value)).toEqual(['service', 'delta'])
})
