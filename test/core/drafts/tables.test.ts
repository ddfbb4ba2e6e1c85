import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { utils, write, type WorkSheet } from 'xlsx'
import { openApp, type OpenApp } from '#test/support/open-app.ts'

async function tableOf(mailroom: OpenApp, name: string, bytes: string | Uint8Array): Promise<string> {
  const path = join(mailroom.folder, name)
  await writeFile(path, bytes)
  return (await mailroom.app.files.register(path)).token
}

test.each([
  ['UTF-8', Buffer.from('Email;Näme\na@x.org;Ägidius\n')],
  ['UTF-8 with its mark', Buffer.from('\uFEFFEmail;Näme\r\na@x.org;Ägidius\r\n')],
  ['UTF-16', Buffer.from('\uFEFFEmail;Näme\r\na@x.org;Ägidius\r\n', 'utf16le')],
  ['Windows-1252', Buffer.from('Email;Näme\r\na@x.org;Ägidius\r\n', 'latin1')],
])('a csv file in %s is read correctly', async (_what, bytes) => {
  const mailroom = await openApp()
  const token = await tableOf(mailroom, 'people.csv', bytes)
  const opened = await mailroom.ask('drafts.openTable', { token })
  expect(opened).toEqual({ columns: ['Email', 'Näme'], rows: 1, sample: [['a@x.org', 'Ägidius']], problems: [] })
  const rows = await mailroom.ask('drafts.tableRows', { token, from: 0, count: 100 })
  expect(rows).toEqual([{ line: 2, cells: ['a@x.org', 'Ägidius'] }])
})

test('a first row with an address is a recipient and not a heading', async () => {
  const mailroom = await openApp()
  const token = await tableOf(mailroom, 'people.csv', 'a@x.org,Ann\nb@x.org,Bob\n')
  expect(await mailroom.ask('drafts.openTable', { token })).toMatchObject({ columns: [], rows: 2 })
  expect(await mailroom.ask('drafts.tableRows', { token, from: 1, count: 100 })).toEqual([
    { line: 2, cells: ['b@x.org', 'Bob'] },
  ])
})

test('a first row whose address has a typo is not lost as a heading', async () => {
  const mailroom = await openApp()
  const token = await tableOf(mailroom, 'people.csv', 'ann@example,Ann\nb@x.org,Bob\n')
  expect(await mailroom.ask('drafts.openTable', { token })).toMatchObject({ columns: [], rows: 2 })
})

test('a first row with a name and address is a recipient, and empty rows before the heading are ignored', async () => {
  const mailroom = await openApp()
  const named = await tableOf(mailroom, 'named.csv', 'Ann <a@x.org>,1\nb@x.org,2\n')
  expect(await mailroom.ask('drafts.openTable', { token: named })).toMatchObject({ columns: [], rows: 2 })
  const late = await tableOf(mailroom, 'late.csv', ',\n,\nEmail,City\na@x.org,Rome\n')
  expect(await mailroom.ask('drafts.openTable', { token: late })).toMatchObject({
    columns: ['Email', 'City'],
    rows: 1,
  })
  expect(await mailroom.ask('drafts.tableRows', { token: late, from: 0, count: 100 })).toEqual([
    { line: 4, cells: ['a@x.org', 'Rome'] },
  ])
})

test('unreadable rows are reported by line, and the others are read', async () => {
  const mailroom = await openApp()
  const token = await tableOf(mailroom, 'people.csv', 'email,name\na@x.org,"An\nn" x\nb@x.org,"B ""b"""\n')
  const opened = await mailroom.ask('drafts.openTable', { token })
  expect(opened.problems.map(({ line }) => line)).toContain(2)
  expect(opened.sample).toContainEqual(['b@x.org', 'B "b"'])
})

test('a hundred thousand rows are read in parts, each row once and in order', async () => {
  const mailroom = await openApp()
  const lines = Array.from({ length: 100_000 }, (_, index) => `p${index}@x.org,=${index}+1`)
  const token = await tableOf(mailroom, 'people.csv', `email,sum\n${lines.join('\n')}\n`)
  expect(await mailroom.ask('drafts.openTable', { token })).toMatchObject({ rows: 100_000, problems: [] })
  let read = 0
  for (;;) {
    const rows = await mailroom.ask('drafts.tableRows', { token, from: read, count: 5000 })
    if (rows.length === 0) break
    expect(rows[0]).toEqual({ line: read + 2, cells: [`p${read}@x.org`, `=${read}+1`] })
    read += rows.length
  }
  expect(read).toBe(100_000)
})

test.each([
  ['one row too many', `email\n${'a@x.org\n'.repeat(100_001)}`, 'more than 100,000 rows'],
  ['no rows', '\n\n', 'empty'],
  ['an image', '\x89PNG\r\n', 'an image'],
])('a file with %s is refused with the reason', async (_what, content, reason) => {
  const mailroom = await openApp()
  const token = await tableOf(mailroom, 'people.csv', Buffer.from(content, 'latin1'))
  await expect(mailroom.ask('drafts.openTable', { token })).rejects.toThrow(reason)
})

type SheetType = 'xlsx' | 'biff8'

function workbook(bookType: SheetType, sheets: readonly { readonly sheet: WorkSheet; readonly Hidden: 0 | 1 | 2 }[]) {
  const book = utils.book_new()
  for (const [at, { sheet }] of sheets.entries()) utils.book_append_sheet(book, sheet, `S${at}`)
  book.Workbook = { Sheets: sheets.map(({ Hidden }) => ({ Hidden })) }
  return write(book, { type: 'buffer', bookType }) as Buffer
}

test.each<SheetType>(['xlsx', 'biff8'])('the cells of a workbook (%s) are read as they are displayed', async (type) => {
  const mailroom = await openApp()
  const sheet = utils.aoa_to_sheet([
    ['email', 'time', 'sum', 'code'],
    ['a@x.org', 0, 0, 0],
  ])
  sheet['B2'] = { t: 'n', v: 14.5 / 24, z: 'hh:mm' }
  sheet['C2'] = { t: 'n', v: 1.1 + 2.2 }
  sheet['D2'] = { t: 'e', v: 0x2a }
  const token = await tableOf(mailroom, 'people', workbook(type, [{ sheet, Hidden: 0 }]))
  const { sample } = await mailroom.ask('drafts.openTable', { token })
  expect(sample).toEqual([['a@x.org', '14:30', '3.3', '']])
})

test.each<SheetType>(['xlsx', 'biff8'])('hidden sheets of a workbook (%s) are not read', async (type) => {
  const mailroom = await openApp()
  const old = utils.aoa_to_sheet([['email'], ['old@x.org']])
  const sheet = utils.aoa_to_sheet([['email'], ['new@x.org']])
  const both = workbook(type, [
    { sheet: old, Hidden: 1 },
    { sheet, Hidden: 0 },
  ])
  const token = await tableOf(mailroom, 'people', both)
  expect(await mailroom.ask('drafts.openTable', { token })).toMatchObject({ sample: [['new@x.org']] })
  const empty = workbook(type, [
    { sheet: old, Hidden: 2 },
    { sheet: utils.aoa_to_sheet([]), Hidden: 0 },
  ])
  const hidden = await tableOf(mailroom, 'hidden', empty)
  await expect(mailroom.ask('drafts.openTable', { token: hidden })).rejects.toThrow('Only hidden sheets')
})
