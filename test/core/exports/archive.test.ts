import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { exportFormats } from '#shared/contract/base/export-choices.ts'
import { found, imported } from '#test/core/imports/support.ts'
import { eventually } from '#test/support/eventually.ts'
import { openApp } from '#test/support/open-app.ts'
import {
  everything,
  exported,
  filesIn,
  layoutOf,
  newFolder,
  openArchived,
  wanted,
  withFolders,
} from './support/exporting.ts'

describe('an export of the archive', () => {
  test.each(exportFormats.flatMap((format) => [false, true].map((gzip) => ({ format, gzip }))))(
    'as $format, gzip $gzip, has every row and imports again as it was',
    async ({ format, gzip }) => {
      const mailroom = await openArchived(250)
      const { path, token } = await newFolder(mailroom)
      const entry = await exported(mailroom, wanted(mailroom, token, { layout: layoutOf(format, { gzip }) }))
      expect(entry).toMatchObject({ state: 'done', rows: 250, text: '', folder: path.slice(path.lastIndexOf('/') + 1) })
      expect(entry.manifest).toMatchObject({ rows: 250, completeness: 'whole', cutCells: 0, notes: [], search: '' })
      const files = await filesIn(path)
      expect(Object.keys(files)).toEqual([`Messages.${format}${gzip ? '.gz' : ''}`])
      const bytes = files[entry.name]!
      expect(entry.bytes).toBe(bytes.length)
      const other = await openApp(withFolders)
      await other.addAccount()
      await imported(other, gzip ? gunzipSync(bytes) : bytes)
      const withoutRow = (all: readonly object[]) =>
        all.map((row) => ({ ...row, row: 0, complete: true, meta: null, reason: null }))
      expect(withoutRow(await found(other))).toEqual(withoutRow(await found(mailroom)))
    },
  )

  test('has a manifest with the checksum of the file as it was read back', async () => {
    const mailroom = await openArchived(20)
    const { path, token } = await newFolder(mailroom)
    const { id } = await exported(mailroom, wanted(mailroom, token))
    const manifest = await eventually(async () => {
      const [entry] = await mailroom.ask('exports.list', { accountId: mailroom.accountId })
      expect(entry!.manifest!.sha256).not.toBeNull()
      return entry!.manifest!
    })
    const bytes = await readFile(join(path, manifest.file))
    expect(manifest.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
    expect(id).toBeTruthy()
  })

  test('has the selected rows in the order of the table, and refuses rows that may be others by now', async () => {
    const mailroom = await openArchived(300)
    const { path, token } = await newFolder(mailroom)
    const sort = { field: 'size', descending: true } as const
    const ranges = [
      { first: 2, last: 4 },
      { first: 290, last: 299 },
    ]
    const what = { ...everything, sort, selection: { ranges, matches: 300 } }
    const choice = wanted(mailroom, token, { what, layout: layoutOf('jsonl', { columns: ['size'] }) })
    expect(await exported(mailroom, choice)).toMatchObject({ state: 'done', rows: 13 })
    const lines = (await filesIn(path))['Messages.jsonl']!.toString().trim().split('\n')
    const places = [2, 3, 4, 290, 291, 292, 293, 294, 295, 296, 297, 298, 299]
    expect(lines).toEqual(places.map((at) => JSON.stringify({ size: 1200 + 299 - at })))
    const stale = { ...choice, what: { ...what, selection: { ranges, matches: 299 } } }
    const refused = await exported(mailroom, stale)
    expect(refused).toMatchObject({ state: 'failed', text: expect.stringContaining('Select them again') as string })
    const { remarks } = await mailroom.ask('exports.estimate', stale)
    expect(remarks[0]).toBe(refused.text)
  })
})
