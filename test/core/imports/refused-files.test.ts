import { beforeEach, describe, expect, test } from 'vitest'
import { writeTable } from '#formats/index.ts'
import { openApp, type OpenApp } from '#test/support/open-app.ts'
import { bytesOf } from '#test/support/table-files.ts'
import { ended, fileOf, inspectionError } from './support.ts'

let mailroom: OpenApp
let accountId: string
beforeEach(async () => {
  mailroom = await openApp()
  accountId = (await mailroom.addAccount()).id
})

describe('a file that is not an export is refused with one sentence', () => {
  test.each([
    ['', 'The file is empty.'],
    ['   \n', 'The file is empty.'],
    ['<!doctype html><p>Sign in', 'The file is not a message export. It is a web page.'],
    ['%PDF-1.7 …', 'The file is not a message export. It is a PDF document.'],
    ['SQLite format 3\0 …', 'The file is a damaged database'],
    ['Name,Price\nTea,3\n', 'Its first row has none of the columns Id, Email, CreatedDate and so on.'],
    ['Id,Subject\na,b\n', 'its first row does not have the columns CreatedDate and Email'],
    ['Id,Email,CreatedDate\n', 'The file is an export that contains no messages.'],
    ['[]', 'The file is an export that contains no messages.'],
    ['[{"name":"Tea"}]', 'Its first record can’t be read: the record has no ID.'],
    ['{"id":"a","em', 'The file ends in the middle of a record. The rest is missing.'],
    ['just a note', 'Its first row has none of the columns'],
    [' '.repeat(5000) + '[]', 'It is blank at the beginning: remove the blank lines.'],
    ['{\\rtf1\\ansi Id}', 'It is a text document: save the table in it as CSV UTF-8.'],
    [Buffer.from('\ufeff[{"id":"a"}]', 'utf16le'), 'It is JSON in UTF-16: save it as UTF-8.'],
    [Buffer.from('{"id":"a"}', 'utf16le'), 'It is JSON in UTF-16: save it as UTF-8.'],
    [Buffer.from('\ufeff[{"id":"a"}]', 'utf16le').swap16(), 'It is JSON in UTF-16: save it as UTF-8.'],
    [
      `PK\x03\x04${'\0'.repeat(26)}mimetypeapplication/vnd.oasis.opendocument.spreadsheet`,
      'It is an OpenDocument spreadsheet: save it as XLSX.',
    ],
  ])('%j', async (content, sentence) => {
    expect(await inspectionError(mailroom, content)).toContain(sentence)
  })

  test('and so is a workbook with other columns', async () => {
    const other = await bytesOf(writeTable('xlsx', ['Name', 'Price'], [[['Tea', 3]]]))
    expect(await inspectionError(mailroom, other)).toContain('No sheet begins with the columns')
    const otherXls = await bytesOf(
      writeTable('xls', ['Name', 'Price'], [[['Tea', 3]]], { tempFolder: mailroom.folder }),
    )
    expect(await inspectionError(mailroom, otherXls)).toContain('No sheet begins with the columns')
    const token = await fileOf(mailroom, other)
    await expect(
      ended(mailroom, (await mailroom.ask('imports.start', { accountId, token })).jobId),
    ).resolves.toMatchObject({
      state: 'failed',
      error: { code: 'not-an-export' },
    })
    expect(await mailroom.ask('imports.status', { accountId })).toEqual({ added: 0, files: 0 })
  })

  test('and so is a missing file, and any file for an account without an archive', async () => {
    await expect(mailroom.ask('imports.inspect', { accountId, token: 'none' })).rejects.toMatchObject({
      code: 'file-gone',
    })
    const live = (await mailroom.addAccount({ name: 'Live', storeHistory: false })).id
    const token = await fileOf(mailroom, '[]')
    for (const name of ['imports.inspect', 'imports.start'] as const) {
      await expect(mailroom.ask(name, { accountId: live, token })).rejects.toMatchObject({ code: 'history-not-kept' })
    }
  })
})
