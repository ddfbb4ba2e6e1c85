import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import type { CsvOptions } from '#formats/index.ts'
import { openApp, type OpenApp } from '#test/support/open-app.ts'
import { cells, file, fileOf, found, imported, inspectionError, rows, second } from './support.ts'

let mailroom: OpenApp
let accountId: string
beforeEach(async () => {
  mailroom = await openApp()
  accountId = (await mailroom.addAccount()).id
})

describe('csv', () => {
  test('keeps any text in a field, in files for people and for programs', async () => {
    const text = fc.string({
      unit: fc.constantFrom('"', ',', '\n', '\r', ';', "'", '=', '-', 'é', '漢', '😀', '\u200b', 'a'),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { minLength: 1, maxLength: 8 }),
        fc.constantFrom<CsvOptions['for']>('people', 'machines'),
        async (subjects, audience) => {
          const round = crypto.randomUUID()
          const table = subjects.map((subject, index) => cells(index, { id: `${round}-${index}`, subject }))
          // A file for people has a byte order mark and formula guards; a file for programs has neither.
          const { report } = await imported(mailroom, await file(mailroom, 'csv', table, { for: audience }))
          expect(report.added).toBe(subjects.length)
          for (const [index, subject] of subjects.entries()) {
            expect(await found(mailroom, `id:${round}-${index}`)).toMatchObject([{ subject }])
          }
        },
      ),
      { numRuns: 25 },
    )
  })

  test('may have line feeds, semicolons, other capitalisation and additional columns', async () => {
    const text =
      'ID;created date;EMAIL;Cost centre;Meta\n' +
      'a;2024-02-29T12:00:00;jane@example.org;42;"{""order"":7}"\n' +
      'b;1709208000;john@example.org;;\n'
    const token = await fileOf(mailroom, text)
    expect(await mailroom.ask('imports.inspect', { accountId, token })).toMatchObject({
      kind: 'csv',
      extra: ['Cost centre'],
      absent: expect.arrayContaining(['Size', 'Tags', 'LastState']),
    })
    await imported(mailroom, text)
    expect(await found(mailroom, 'meta.order:7')).toHaveLength(1)
    expect((await found(mailroom)).map(({ createdDate }) => createdDate)).toEqual([
      1_709_208_000_000, 1_709_208_000_000,
    ])
  })

  test('that is cut off after the first letter of a row does not count as complete', async () => {
    const text = 'Id,Email,CreatedDate\na,jane@example.org,2024-02-29T12:00:00\n'
    expect((await imported(mailroom, `${text}b`)).job).toMatchObject({
      state: 'failed',
      error: { message: expect.stringContaining('The file ends in the middle of a row. The rest is missing.') },
    })
    expect((await imported(mailroom, text)).job).toMatchObject({ state: 'done' })
  })

  test('from the service keeps every apostrophe, so that its records equal those of its json', async () => {
    const table = ["'=1+1", "''@x.example", "'-"].map((subject, index) =>
      cells(index, { id: `a-${index}`, subject, email: `'@naughty${index}.example` }),
    )
    expect((await imported(mailroom, await file(mailroom, 'json', table))).report).toMatchObject({ added: 3 })
    expect((await imported(mailroom, await file(mailroom, 'csv', table))).report).toMatchObject({
      added: 0,
      unchanged: 3,
    })
    const guarded = await file(mailroom, 'csv', table, { for: 'people' })
    expect((await imported(mailroom, guarded)).report).toMatchObject({ added: 0, unchanged: 3 })
  })

  test('is refused with a heading of a million columns or one endless line', async () => {
    const names = Array.from({ length: 1_000_000 }, (_, index) => `c${index}`)
    const heading = (count: number): string => `Id,Email,CreatedDate,${names.slice(0, count).join(',')}\n`
    expect(await inspectionError(mailroom, heading(1_000_000))).toContain(
      'Its first row can’t be read (the row is longer than',
    )
    expect(await inspectionError(mailroom, heading(2000))).toContain('The table has more than 1024 columns')
    expect(await inspectionError(mailroom, 'A'.repeat(20_000_000))).toContain(
      'Its first row can’t be read (the row is longer',
    )
    const own = `${heading(1000)}a,a@x.org,${second}${',7'.repeat(1000)}\n`
    expect((await imported(mailroom, own)).report).toMatchObject({ added: 1, setAside: 0 })
  })

  test('keeps a record whose tag a spreadsheet turned into a number', async () => {
    const { report } = await imported(mailroom, await file(mailroom, 'xlsx', [cells(0, { tags: 2024 })]))
    expect(report).toMatchObject({ added: 1, setAside: 0 })
    expect(await found(mailroom, 'tag:2024')).toMatchObject([{ tags: ['2024'] }])
  })

  test('loses only its own row to a stray quote', async () => {
    const lines = (
      await file(
        mailroom,
        'csv',
        rows(50).map((_, index) => cells(index, { subject: 'x' })),
      )
    )
      .toString()
      .split('\r\n')
    lines[10] = lines[10]!.replace(',x,', ',"x,')
    const { report } = await imported(mailroom, lines.join('\r\n'))
    expect(report).toMatchObject({ added: 49, setAside: 1, examples: [{ place: 'Line 11' }] })
  })
})

describe('json', () => {
  test('may be one object per line, a saved search result, or have other capitalisation', async () => {
    const record = { Id: 'a', Email: 'jane@example.org', CreatedDate: second }
    await imported(mailroom, `${JSON.stringify(record)}\n${JSON.stringify({ ...record, Id: 'b' })}\n`)
    const message = {
      id: 'c',
      createdDate: '2024-02-29T12:34:56.789+0000',
      lastState: 'softbounced',
      reason: 'mailbox full',
      msg: { from: 'shop@example.com', email: 'jane@example.org', subject: 'Hello', size: 12 },
      meta: { order: 7 },
      openDetails: [],
      clickDetails: [],
      open: 0,
      click: 0,
    }
    const { report } = await imported(
      mailroom,
      JSON.stringify({ messages: [message, { ...message, id: 'd' }], total: 2 }),
    )
    expect(report.added).toBe(2)
    expect(await found(mailroom, 'meta.order:7 reason:mailbox')).toHaveLength(2)
    expect(await found(mailroom)).toHaveLength(4)
  })

  test('removes nothing that is already known if the file is older', async () => {
    const message = {
      id: 'c',
      email: 'jane@example.org',
      createdDate: second,
      lastStateDate: second + 9,
      lastState: 'delivered',
      meta: { order: 7 },
      open: 3,
      extraField: 'kept',
    }
    await imported(mailroom, JSON.stringify([message]))
    await imported(
      mailroom,
      JSON.stringify([{ ...message, meta: null, open: 0, lastStateDate: second, lastState: 'requested' }]),
    )
    expect(await found(mailroom)).toMatchObject([{ meta: { order: 7 }, open: 3, lastState: 'delivered' }])
  })
})
