import { expect, test } from 'vitest'
import type { ExportEntry, ExportWhat } from '#shared/contract/exports.ts'
import type { Settings } from '#shared/contract/settings.ts'
import { Formats } from '#shared/domain/settings/formats.ts'
import { fileFacts, whatText } from './export-words.ts'

const settings = { timeZone: 'UTC', dateFormat: 'locale', language: 'en-GB' } as Settings
const formats = new Formats(settings, { systemTimeZone: 'UTC', systemLanguage: 'en-GB' })
const archive: ExportWhat = {
  source: 'archive',
  text: '',
  zone: 'UTC',
  sort: { field: 'created', descending: true },
  selection: null,
}

test('an export is named by what it holds', () => {
  const selection = {
    ranges: [
      { first: 0, last: 4 },
      { first: 9, last: 9 },
    ],
    matches: 20,
  }
  expect(whatText(archive, formats)).toBe('All messages in the archive')
  expect(whatText({ ...archive, text: 'tag:invoice ' }, formats)).toBe('From the archive: tag:invoice')
  expect(whatText({ ...archive, text: 'tag:invoice', selection }, formats)).toBe('6 selected messages from tag:invoice')
  expect(whatText({ source: 'delta' }, formats)).toBe('New since the last export')
  const service = { source: 'service', from: '2026-01-01', to: '2026-01-01', zone: 'Europe/Paris' } as const
  expect(whatText(service, formats)).toBe('From the service: 1 Jan 2026 (Europe/Paris)')
})

test('a file is described by its rows, its size and its folder, where they are known', () => {
  const entry = { rows: 1204, bytes: 52_000, folder: 'Exports' } as ExportEntry
  expect(fileFacts(entry, formats)).toBe('1,204 messages · 52 KB · in “Exports”')
  expect(fileFacts({ ...entry, rows: null, folder: null }, formats)).toBe('52 KB')
})
