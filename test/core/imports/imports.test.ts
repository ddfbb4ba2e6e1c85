import { writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dispatch } from '#core/dispatch.ts'
import type { App } from '#core/create-app.ts'
import type { Invoke } from '#core/base/handlers.ts'
import { bytesOf } from '#test/support/table-files.ts'
import { type CsvOptions, type Row, writeTable } from '#formats/index.ts'
import { accountDefaults } from '#shared/contract/account-defaults.ts'
import type { ImportReport } from '#shared/contract/imports.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { exportColumns, exportFields } from '#shared/domain/exports/export-columns.ts'
import { fileTypes, type FileType } from '#shared/contract/base/file-type.ts'
import { createSandbox } from '#sandbox/create-sandbox.ts'
import { createDataFolder, type DataFolder } from '#test/support/data-folder.ts'
import { eventually } from '#test/support/eventually.ts'
import { startTestApp } from '#test/support/test-ports.ts'

let folder: DataFolder
let app: App
let accountId: string

const invoke: Invoke = (name, input) => dispatch(app, name, input, { signal: new AbortController().signal }) as never

beforeEach(async () => {
  folder = await createDataFolder()
  app = await startTestApp(folder.path)
  accountId = await anAccount('Shop')
})

afterEach(async () => {
  await app.close()
  await folder.remove()
})

async function anAccount(name: string, storeHistory = true): Promise<string> {
  const profile = { ...accountDefaults, name, baseUrl: 'http://127.0.0.1:9/v1', user: 'someone', storeHistory }
  return (await invoke('accounts.create', { profile, key: 'a-key', keep: 'this-run' })).id
}

/** A token for a file with this content. */
async function fileOf(content: string | Uint8Array, name = 'export'): Promise<string> {
  const path = join(folder.path, `${Math.random()} ${name}`)
  await writeFile(path, content)
  return (await app.files.register(path, { name })).token
}

async function ended(jobId: string): Promise<Job> {
  return eventually(async () => {
    const job = (await invoke('jobs.list', undefined)).find(({ id }) => id === jobId)
    expect(job?.endedAt).not.toBeNull()
    return job!
  })
}

async function imported(content: string | Uint8Array, into = accountId): Promise<{ job: Job; report: ImportReport }> {
  const { jobId } = await invoke('imports.start', { accountId: into, token: await fileOf(content) })
  const job = await ended(jobId)
  const report = await invoke('imports.report', { accountId: into, jobId })
  return { job, report }
}

async function found(text = '', into = accountId) {
  return (await invoke('messages.search', { accountId: into, text, zone: 'UTC', offset: 0, limit: 500 })).rows
}

/** The complete file as the service sends it. */
function exported(url: string, headers: Record<string, string>): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const call = request(
      url,
      { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' } },
      (answer) => {
        bytesOf(answer as AsyncIterable<Buffer>).then(resolve, reject)
      },
    )
    call.on('error', reject)
    call.end(JSON.stringify({ dateBegin: 0, dateEnd: 4_000_000_000 }))
  })
}

const second = 1_700_000_000

function cells(index: number, change: Partial<Record<(typeof exportFields)[number], unknown>> = {}): Row {
  const values = {
    id: `m-${index}`,
    apiKey: 'key-1',
    createdDate: new Date((second + index) * 1000),
    lastStateDate: new Date((second + index + 5) * 1000),
    from: 'shop@example.com',
    email: `jane${index}@example.org`,
    subject: `Invoice ${index}, "paid"\nthank you`,
    size: 1200 + index,
    tags: 'invoice,paid',
    lastState: 'delivered',
    open: index % 3,
    click: 0,
    ...change,
  }
  return exportFields.map((field) => values[field]) as Row
}

const rows = (count: number): Row[] => Array.from({ length: count }, (_, index) => cells(index))

function file(fileType: FileType, table: readonly Row[], options: Partial<CsvOptions> = {}): Promise<Buffer> {
  const columns = fileType === 'json' ? exportFields : exportColumns
  return bytesOf(writeTable(fileType, columns, [table], { for: 'machines', tempFolder: folder.path, ...options }))
}

async function inspectionError(content: string | Uint8Array): Promise<string> {
  const token = await fileOf(content)
  const error: unknown = await invoke('imports.inspect', { accountId, token }).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 'not-an-export' })
  return (error as Error).message
}

describe.each(fileTypes)('a %s file', (fileType) => {
  test('is recognised by its content and read back equal', async () => {
    const content = await file(fileType, rows(300))
    const token = await fileOf(content, 'anything.dat')
    expect(await invoke('imports.inspect', { accountId, token })).toMatchObject({
      kind: fileType,
      name: 'anything.dat',
      size: content.length,
      firstCreated: second * 1000,
      absent: [],
      extra: [],
      keptSince: null,
    })
    const { job, report } = await imported(content)
    expect(job).toMatchObject({ state: 'done', result: { text: '300 messages added, 0 changed, 0 already known.' } })
    expect(report).toMatchObject({ state: 'whole', added: 300, setAside: 0, examples: [] })
    const messages = await found()
    expect(messages).toHaveLength(300)
    expect(messages.find(({ id }) => id === 'm-7')).toMatchObject({
      email: 'jane7@example.org',
      from: 'shop@example.com',
      subject: 'Invoice 7, "paid"\nthank you',
      apiKey: 'key-1',
      size: 1207,
      tags: ['invoice', 'paid'],
      lastState: 'delivered',
      open: 1,
      click: 0,
      createdDate: (second + 7) * 1000,
      lastStateDate: (second + 12) * 1000,
    })
    const again = await imported(content)
    expect(again.report).toMatchObject({ added: 0, changed: 0, unchanged: 300 })
    expect(await invoke('imports.status', { accountId })).toEqual({ added: 300, files: 2 })
    // A file does not prove that a period is complete.
    expect((await invoke('archive.info', { accountId })).horizon.completeUntil).toBeNull()
  })

  test('of the service itself is read, and every record of it', async () => {
    const service = await createSandbox({ smtp: false, scenario: 'demo', user: 'ada', key: 'key-of-the-service-0001' })
    try {
      const headers = { 'X-Service-ApiUser': 'ada', 'X-Service-ApiKey': 'key-of-the-service-0001' }
      const answer = await exported(`${service.url}/export/${fileType}`, headers)
      const { report } = await imported(answer)
      expect(report).toMatchObject({ state: 'whole', setAside: 0, kind: fileType })
      expect(report.added).toBeGreaterThan(1000)
    } finally {
      await service.close()
    }
  }, 60_000)

  test('that is cut off ends with one sentence, and everything read before that is in the archive', async () => {
    const content = await file(fileType, rows(4000))
    const token = await fileOf(content.subarray(0, Math.floor(content.length * 0.6)), 'cut')
    const start = await invoke('imports.start', { accountId, token })
    const job = await ended(start.jobId)
    expect(job.state).toBe('failed')
    expect(job.error?.message).toMatch(/^The file (is incomplete|ends in the middle|breaks off)/)
    const known = (await invoke('archive.info', { accountId })).messages
    if (fileType === 'json' || fileType === 'csv') {
      expect(known).toBeGreaterThan(2000)
      expect(job.error?.message).toContain(`${known.toLocaleString('en')} messages added`)
      expect((await imported(content)).report).toMatchObject({ added: 4000 - known, unchanged: known })
    } else {
      expect(known).toBe(0)
    }
  })

  test('with unreadable records imports the others, and names the place of each unreadable one', async () => {
    const table = rows(20)
    table[4] = cells(4, { id: '' })
    table[9] = cells(9, { createdDate: 'yesterday' })
    table[14] = cells(14, { email: '' })
    const { job, report } = await imported(await file(fileType, table))
    expect(job.result?.text).toBe('17 messages added, 0 changed, 0 already known. 3 records could not be read.')
    expect(report.examples.map(({ reason }) => reason)).toEqual([
      'The record has no id',
      'The record has no readable createdDate (a date was expected)',
      'The record has no recipient',
    ])
    // Each subject has a line break: the rows of a csv take two lines.
    const places = {
      json: ['Record 5', 'Record 10', 'Record 15'],
      csv: ['Line 10', 'Line 20', 'Line 30'],
      xls: [6, 11, 16].map((row) => `Messages, row ${row}`),
      xlsx: [6, 11, 16].map((row) => `Messages, row ${row}`),
    }
    expect(report.examples.map(({ place }) => place)).toEqual(places[fileType])
  })
})

describe('csv', () => {
  test('keeps every field, whatever is in it, for people or for programs', async () => {
    const text = fc.string({
      unit: fc.constantFrom('"', ',', '\n', '\r', ';', "'", '=', '-', 'é', '漢', '😀', '\u200b', 'a'),
    })
    const into = await anAccount('Property')
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { minLength: 1, maxLength: 8 }),
        fc.constantFrom<CsvOptions['for']>('people', 'machines'),
        async (subjects, audience) => {
          const round = crypto.randomUUID()
          const table = subjects.map((subject, index) => cells(index, { id: `${round}-${index}`, subject }))
          // A file for people has a byte order mark and guards, one for programs has neither.
          const { report } = await imported(await file('csv', table, { for: audience }), into)
          expect(report.added).toBe(subjects.length)
          for (const [index, subject] of subjects.entries()) {
            expect(await found(`id:${round}-${index}`, into)).toMatchObject([{ subject }])
          }
        },
      ),
      { numRuns: 25 },
    )
  })

  test('may have line feeds, semicolons, other capitalisation and more columns', async () => {
    const text =
      'ID;created date;EMAIL;Cost centre;Meta\n' +
      'a;2024-02-29T12:00:00;jane@example.org;42;"{""order"":7}"\n' +
      'b;1709208000;john@example.org;;\n'
    const token = await fileOf(text)
    expect(await invoke('imports.inspect', { accountId, token })).toMatchObject({
      kind: 'csv',
      extra: ['Cost centre'],
      absent: expect.arrayContaining(['Size', 'Tags', 'LastState']),
    })
    await imported(text)
    expect(await found('meta.order:7')).toHaveLength(1)
    expect((await found()).map(({ createdDate }) => createdDate)).toEqual([1_709_208_000_000, 1_709_208_000_000])
  })

  test('of the service keeps every apostrophe, so that its records are those of its json', async () => {
    const table = ["'=1+1", "''@x.example", "'-"].map((subject, index) =>
      cells(index, { id: `a-${index}`, subject, email: `'@naughty${index}.example` }),
    )
    expect((await imported(await file('json', table))).report).toMatchObject({ added: 3 })
    expect((await imported(await file('csv', table))).report).toMatchObject({ added: 0, unchanged: 3 })
    const guarded = await file('csv', table, { for: 'people' })
    expect((await imported(guarded)).report).toMatchObject({ added: 0, unchanged: 3 })
  })

  test('is not an export with a heading of a million columns, or with one endless line', async () => {
    const names = Array.from({ length: 1_000_000 }, (_, index) => `c${index}`)
    const heading = (count: number): string => `Id,Email,CreatedDate,${names.slice(0, count).join(',')}\n`
    expect(await inspectionError(heading(1_000_000))).toContain('its first row cannot be read (the row is longer than')
    expect(await inspectionError(heading(2000))).toContain('a table with more than 1024 columns')
    expect(await inspectionError('A'.repeat(20_000_000))).toContain('its first row cannot be read (the row is longer')
    const own = `${heading(1000)}a,a@x.org,${second}${',7'.repeat(1000)}\n`
    expect((await imported(own)).report).toMatchObject({ added: 1, setAside: 0 })
  })

  test('keeps a record whose tag a spreadsheet turned into a number', async () => {
    const { report } = await imported(await file('xlsx', [cells(0, { tags: 2024 })]))
    expect(report).toMatchObject({ added: 1, setAside: 0 })
    expect(await found('tag:2024')).toMatchObject([{ tags: ['2024'] }])
  })

  test('loses no other row to a stray quote', async () => {
    const lines = (
      await file(
        'csv',
        rows(50).map((_, index) => cells(index, { subject: 'x' })),
      )
    )
      .toString()
      .split('\r\n')
    lines[10] = lines[10]!.replace(',x,', ',"x,')
    const { report } = await imported(lines.join('\r\n'))
    expect(report).toMatchObject({ added: 49, setAside: 1, examples: [{ place: 'Line 11' }] })
  })
})

describe('json', () => {
  test('may be one object per line, a saved search result, or have other capitalisation', async () => {
    const record = { Id: 'a', Email: 'jane@example.org', CreatedDate: second }
    await imported(`${JSON.stringify(record)}\n${JSON.stringify({ ...record, Id: 'b' })}\n`)
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
    const { report } = await imported(JSON.stringify({ messages: [message, { ...message, id: 'd' }], total: 2 }))
    expect(report.added).toBe(2)
    expect(await found('meta.order:7 reason:mailbox')).toHaveLength(2)
    expect(await found()).toHaveLength(4)
  })

  test('removes nothing that is known when the file is old', async () => {
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
    await imported(JSON.stringify([message]))
    await imported(JSON.stringify([{ ...message, meta: null, open: 0, lastStateDate: second, lastState: 'requested' }]))
    expect(await found()).toMatchObject([{ meta: { order: 7 }, open: 3, lastState: 'delivered' }])
  })
})

describe('a file that is not an export is refused with one sentence', () => {
  test.each([
    ['', 'The file is empty.'],
    ['   \n', 'The file is empty.'],
    ['<!doctype html><p>Sign in', 'The file is not an export of messages: it is a web page.'],
    ['%PDF-1.7 …', 'The file is not an export of messages: it is a PDF document.'],
    ['SQLite format 3\0 …', 'it is a database, perhaps a backup of an archive.'],
    ['Name,Price\nTea,3\n', 'its first row names none of the columns Id, Email, CreatedDate and so on.'],
    ['Id,Subject\na,b\n', 'its first row lacks the columns CreatedDate and Email'],
    ['Id,Email,CreatedDate\n', 'The file is an export without any messages.'],
    ['[]', 'The file is an export without any messages.'],
    ['[{"name":"Tea"}]', 'Its first record cannot be read: the record has no id.'],
    ['{"id":"a","em', 'The file ends in the middle of a record: the rest is missing.'],
    ['just a note', 'its first row names none of the columns'],
    [' '.repeat(5000) + '[]', 'it is blank at the beginning: remove the blank lines.'],
    ['{\\rtf1\\ansi Id}', 'it is a text document: save the table in it as CSV UTF-8.'],
    [Buffer.from('\ufeff[{"id":"a"}]', 'utf16le'), 'it is JSON in UTF-16: save it as UTF-8.'],
    [Buffer.from('{"id":"a"}', 'utf16le'), 'it is JSON in UTF-16: save it as UTF-8.'],
    [Buffer.from('\ufeff[{"id":"a"}]', 'utf16le').swap16(), 'it is JSON in UTF-16: save it as UTF-8.'],
    [
      `PK\x03\x04${'\0'.repeat(26)}mimetypeapplication/vnd.oasis.opendocument.spreadsheet`,
      'it is an OpenDocument spreadsheet: save it as xlsx.',
    ],
  ])('%j', async (content, sentence) => {
    expect(await inspectionError(content)).toContain(sentence)
  })

  test('and so is another workbook, one with a password, or a zip', async () => {
    const other = await bytesOf(writeTable('xlsx', ['Name', 'Price'], [[['Tea', 3]]]))
    expect(await inspectionError(other)).toContain('no sheet begins with the columns')
    const otherXls = await bytesOf(writeTable('xls', ['Name', 'Price'], [[['Tea', 3]]], { tempFolder: folder.path }))
    expect(await inspectionError(otherXls)).toContain('no sheet begins with the columns')
    const token = await fileOf(other)
    await expect(ended((await invoke('imports.start', { accountId, token })).jobId)).resolves.toMatchObject({
      state: 'failed',
      error: { code: 'not-an-export' },
    })
    expect(await invoke('imports.status', { accountId })).toEqual({ added: 0, files: 0 })
  })

  test('and so is a missing file, and any file for an account without an archive', async () => {
    await expect(invoke('imports.inspect', { accountId, token: 'none' })).rejects.toMatchObject({ code: 'file-gone' })
    const live = await anAccount('Live', false)
    const token = await fileOf('[]')
    for (const name of ['imports.inspect', 'imports.start'] as const) {
      await expect(invoke(name, { accountId: live, token })).rejects.toMatchObject({ code: 'history-not-kept' })
    }
  })
})

describe('an import into the archive', () => {
  test('leaves out erased people and messages that are too old to keep', async () => {
    await invoke('recipients.erase', { accountId, email: 'jane3@example.org' })
    await invoke('sync.configure', { accountId, options: { keepDays: 30, paused: true } })
    const now = Math.floor(Date.now() / 1000)
    const table = rows(6).map((_, index) => cells(index, { createdDate: now - (index === 5 ? 40 : 1) * 86_400 }))
    const content = await file('json', table)
    const token = await fileOf(content)
    expect(await invoke('imports.inspect', { accountId, token })).toMatchObject({ keepDays: 30 })
    const { job, report } = await imported(content)
    expect(report).toMatchObject({ added: 4, erased: 1, tooOld: 1 })
    expect(job.result?.text).toContain('1 message left out, because the person was erased.')
  })

  test('keeps what it has read when it is cancelled, and says so', async () => {
    const content = await file('csv', rows(60_000))
    const { jobId } = await invoke('imports.start', { accountId, token: await fileOf(content) })
    await eventually(async () => {
      const job = (await invoke('jobs.list', undefined)).find(({ id }) => id === jobId)
      expect(job?.fraction).toBeGreaterThan(0)
    })
    await invoke('jobs.cancel', { id: jobId })
    const job = await ended(jobId)
    const { messages } = await invoke('archive.info', { accountId })
    expect(job.state).toBe('cancelled')
    expect(job.note).toContain(`${messages.toLocaleString('en')} messages added`)
    expect(messages).toBeLessThan(60_000)
    expect(await invoke('imports.report', { accountId, jobId })).toMatchObject({ state: 'part', added: messages })
  })

  test('waits for another one, and the reports of both can be saved', async () => {
    const tokens = [await fileOf(await file('csv', rows(5000))), await fileOf(await file('json', rows(5000)))]
    const started = await Promise.all(tokens.map((token) => invoke('imports.start', { accountId, token })))
    for (const { jobId } of started) {
      expect((await ended(jobId)).state).toBe('done')
      const { token } = await invoke('imports.saveReport', { accountId, jobId })
      expect(app.files.find(token)).toMatchObject({ name: 'Import of export.txt' })
    }
    expect(await invoke('imports.status', { accountId })).toEqual({ added: 5000, files: 2 })
  })
})
