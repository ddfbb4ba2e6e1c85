import { createHash } from 'node:crypto'
import { readFile, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { exportFormats } from '#shared/contract/base/export-choices.ts'
import { cells, file, found, imported } from '#test/core/imports/support.ts'
import { eventually } from '#test/support/eventually.ts'
import { openApp } from '#test/support/open-app.ts'
import {
  endedExport,
  everything,
  exported,
  filesIn,
  layoutOf,
  newFolder,
  november,
  openArchived,
  wanted,
  withFolders,
} from './support/exporting.ts'

describe('an export of the archive', () => {
  test.each(exportFormats.flatMap((format) => [false, true].map((gzip) => ({ format, gzip }))))(
    'as $format, gzip $gzip, has every row, and importing it gives the same messages',
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

  test('is refused if a part of the search cannot be read, which would export too many messages', async () => {
    const mailroom = await openArchived(3)
    const { token } = await newFolder(mailroom)
    const asked = wanted(mailroom, token)
    for (const [text, part] of [
      ['invoice on:10.11.2026', '“on:10.11.2026”'],
      ['to:', '“to:”'],
    ] as const) {
      const what = { ...asked.what, text }
      await expect(mailroom.ask('exports.estimate', { ...asked, what })).rejects.toMatchObject({
        code: 'invalid-input',
        message: expect.stringContaining(part) as string,
      })
      expect(await exported(mailroom, { ...asked, what })).toMatchObject({ state: 'failed' })
    }
  })

  test.each([false, true])('is listed for an erased person while it is in progress, paused %s', async (paused) => {
    const mailroom = await openArchived(20_000)
    const { ask, accountId } = mailroom
    const { path, token } = await newFolder(mailroom)
    const { id } = await ask('exports.start', wanted(mailroom, token))
    if (paused) await ask('exports.pause', { id, paused })
    const { remains } = await ask('recipients.erase', { accountId, email: 'jane1@example.org' })
    expect(remains).toEqual([`The export “Messages.csv” in “${basename(path)}”`])
  })

  test('gets another name beside a link to a missing file', async () => {
    const mailroom = await openArchived(3)
    const { path, token } = await newFolder(mailroom)
    await symlink(join(path, 'gone'), join(path, 'Messages.csv'))
    expect(await exported(mailroom, wanted(mailroom, token))).toMatchObject({ state: 'done', name: 'Messages (2).csv' })
  })

  test('can run again while the checksum of a large file is still being computed', async () => {
    const mailroom = await openArchived(3)
    const { ask, accountId } = mailroom
    const { path, token } = await newFolder(mailroom)
    const { id } = await exported(mailroom, wanted(mailroom, token))
    const { name } = await exported(mailroom, wanted(mailroom, token))
    await mailroom.close()
    // Reading a sparse file of this size takes far longer than an export of three messages.
    await truncate(join(path, name), 2 ** 36)
    const { ino, size, mtimeNs } = await stat(join(path, name), { bigint: true })
    const list = join(mailroom.folder, 'exports.json')
    const stored = JSON.parse(await readFile(list, 'utf8')) as { entries: { name: string; manifest: object }[] }
    const entries = stored.entries.map((entry) =>
      entry.name === name
        ? { ...entry, identity: `${ino}:${size}:${mtimeNs}`, manifest: { ...entry.manifest, sha256: null } }
        : entry,
    )
    await writeFile(list, JSON.stringify({ ...stored, entries }))
    await mailroom.start()
    const again = await endedExport(mailroom, (await ask('exports.runAgain', { id })).id)
    expect(again).toMatchObject({ state: 'done', rows: 3 })
    const large = (await ask('exports.list', { accountId })).find((entry) => entry.name === name)
    expect(large?.manifest).toMatchObject({ sha256: null })
  })

  test('reports what a cell could not hold, and up to when the archive is complete', async () => {
    const mailroom = await openApp(withFolders)
    await mailroom.addAccount()
    const table = [cells(0, { subject: 'x'.repeat(40_000) }), cells(1, { subject: '=cmd|calc' }), cells(2)]
    await imported(mailroom, await file(mailroom, 'json', table))
    const { token } = await newFolder(mailroom)
    const choice = wanted(mailroom, token, { layout: layoutOf('xlsx') })
    const estimated = await mailroom.ask('exports.estimate', choice)
    expect(estimated).toMatchObject({ rows: 3, exact: true, name: 'Messages.xlsx' })
    expect(estimated.remarks).toEqual([expect.stringContaining('Nothing has been read from the service yet')])
    const entry = await exported(mailroom, choice)
    expect(entry).toMatchObject({ state: 'done', manifest: { cutCells: 1, rows: 3, sheets: 1 } })
    expect(entry.text).toBe('Shortened 1 text too long for a cell, and added a note at the end of each.')
    const csv = await mailroom.ask('exports.estimate', wanted(mailroom, token))
    expect(csv.remarks).toContainEqual(expect.stringContaining('leading zeros'))
    const { bytes } = await exported(mailroom, wanted(mailroom, token))
    expect(csv.bytes).toBe(bytes)
  })

  test.each([
    ['a column that is none', { layout: layoutOf('csv', { columns: ['id', 'nothing'] }) }],
    ['a column twice', { layout: layoutOf('csv', { columns: ['id', 'id'] }) }],
    ['a name with an unknown variable', { name: '{nothing}' }],
    ['a name that is empty', { name: ' ' }],
    ['a period that ends before it begins', { what: { ...november, to: '2023-10-01' } }],
  ])('is refused with %s', async (_what, change) => {
    const mailroom = await openApp(withFolders)
    await mailroom.addAccount()
    const { token } = await newFolder(mailroom)
    for (const name of ['exports.start', 'exports.estimate'] as const) {
      await expect(mailroom.ask(name, wanted(mailroom, token, change))).rejects.toMatchObject({ code: 'invalid-input' })
    }
    expect(await mailroom.ask('exports.list', { accountId: mailroom.accountId })).toEqual([])
  })

  test('contains the selected rows in the order of the table, and refuses rows that may have changed', async () => {
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

  test('contains the selected rows wherever they are by now, and no others', async () => {
    const mailroom = await openArchived(300)
    const { path, token } = await newFolder(mailroom)
    const { accountId } = mailroom
    const sort = { field: 'size', descending: true } as const
    const page = { accountId, text: '', zone: 'UTC', sort, offset: 2, limit: 3 }
    const { rows } = await mailroom.ask('messages.search', page)
    const ends = [rows[0]!.row, rows[2]!.row]
    const selection = { ranges: [{ first: 2, last: 4 }], rows: ends, matches: 300 }
    const layout = layoutOf('jsonl', { columns: ['size'] })
    const reversed = {
      ...everything,
      sort: { ...sort, descending: false },
      selection: { ...selection, rows: ends.toReversed() },
    }
    expect(await exported(mailroom, wanted(mailroom, token, { what: reversed, layout }))).toMatchObject({ rows: 3 })
    const [text = ''] = Object.values(await filesIn(path)).map(String)
    expect(text.trim().split('\n')).toEqual(rows.toReversed().map(({ size }) => JSON.stringify({ size })))
    const apart = { ...everything, sort, selection: { ...selection, rows: [ends[0]!, 1] } }
    expect(await exported(mailroom, wanted(mailroom, token, { what: apart, layout }))).toMatchObject({
      state: 'failed',
    })
  })
})
