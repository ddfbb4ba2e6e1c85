import { describe, expect, test } from 'vitest'
import { utils, write } from 'xlsx'
import { exportColumns } from '#shared/domain/exports/export-columns.ts'
import { openApp } from '#test/support/open-app.ts'
import { cells, found, imported } from './support.ts'

/** A workbook with these sheets, by name, as another program writes it. */
function workbook(bookType: 'xls' | 'xlsx', sheets: Record<string, readonly (readonly unknown[])[]>): Buffer {
  const book = utils.book_new()
  for (const [name, rows] of Object.entries(sheets))
    utils.book_append_sheet(book, utils.aoa_to_sheet([...rows].map((row) => [...row])), name)
  return write(book, { type: 'buffer', bookType }) as Buffer
}

describe.each(['xls', 'xlsx'] as const)('a workbook as %s', (bookType) => {
  test('says which of its sheets were not read', async () => {
    const mailroom = await openApp()
    await mailroom.addAccount()
    const { job, report } = await imported(
      mailroom,
      workbook(bookType, {
        Notes: [['Written by', 'Jane']],
        Messages: [exportColumns, cells(1), cells(2)],
        'Messages 2': [cells(3), cells(4)],
        Empty: [],
        'Messages 3': [exportColumns, cells(5)],
      }),
    )
    const reason = 'This sheet was not read, because its first row is not the heading of an export'
    expect(job.error).toBeNull()
    expect(report).toMatchObject({ state: 'whole', added: 3, setAside: 2 })
    expect(report.examples).toEqual([
      { place: 'Notes', reason },
      { place: 'Messages 2', reason },
    ])
    expect(await found(mailroom)).toHaveLength(3)
  })
})
