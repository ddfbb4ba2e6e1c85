import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
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
