import { request } from 'node:http'
import { beforeEach, describe, expect, test } from 'vitest'
import { fileTypes } from '#shared/contract/base/file-type.ts'
import { eventually } from '#test/support/eventually.ts'
import { openApp, type OpenApp } from '#test/support/open-app.ts'
import { openSandbox } from '#test/support/sandboxes/open-sandbox.ts'
import { bytesOf } from '#test/support/table-files.ts'
import { cells, ended, file, fileOf, found, imported, rows, second } from './support.ts'

let mailroom: OpenApp
let accountId: string
beforeEach(async () => {
  mailroom = await openApp()
  accountId = (await mailroom.addAccount()).id
})

/** The complete file from the service. */
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

describe.each(fileTypes)('a %s file', (fileType) => {
  test('is recognised by its content, and its records are equal', async () => {
    const content = await file(mailroom, fileType, rows(300))
    const token = await fileOf(mailroom, content, 'anything.dat')
    expect(await mailroom.ask('imports.inspect', { accountId, token })).toMatchObject({
      kind: fileType,
      name: 'anything.dat',
      size: content.length,
      firstCreated: second * 1000,
      absent: [],
      extra: [],
      keptSince: null,
    })
    const { job, report } = await imported(mailroom, content)
    expect(job).toMatchObject({ state: 'done', result: { text: '300 messages added, 0 changed, 0 already known.' } })
    expect(report).toMatchObject({ state: 'whole', added: 300, setAside: 0, examples: [] })
    const messages = await found(mailroom)
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
    const again = await imported(mailroom, content)
    expect(again.report).toMatchObject({ added: 0, changed: 0, unchanged: 300 })
    expect(await mailroom.ask('imports.status', { accountId })).toEqual({ added: 300, files: 2 })
    // An imported file does not prove that a period is complete.
    expect((await mailroom.ask('archive.info', { accountId })).horizon.completeUntil).toBeNull()
  })

  test('from the service is read without losing a record', async () => {
    const service = await openSandbox({ smtp: false, scenario: 'demo' })
    const { user, key } = service.credentials
    try {
      const headers = { 'X-Service-ApiUser': user, 'X-Service-ApiKey': key }
      const answer = await exported(`${service.url}/export/${fileType}`, headers)
      const { report } = await imported(mailroom, answer)
      expect(report).toMatchObject({ state: 'whole', setAside: 0, kind: fileType })
      expect(report.added).toBeGreaterThan(1000)
    } finally {
      await service.close()
    }
  }, 60_000)

  test('that is cut off ends with an error message, and everything before the cut is in the archive', async () => {
    const content = await file(mailroom, fileType, rows(4000))
    const token = await fileOf(mailroom, content.subarray(0, Math.floor(content.length * 0.6)), 'cut')
    const start = await mailroom.ask('imports.start', { accountId, token })
    const job = await ended(mailroom, start.jobId)
    expect(job.state).toBe('failed')
    expect(job.error?.message).toMatch(/^The file (is incomplete|ends in the middle|is cut off)/)
    const known = (await mailroom.ask('archive.info', { accountId })).messages
    if (fileType === 'json' || fileType === 'csv') {
      expect(known).toBeGreaterThan(2000)
      expect(job.error?.message).toContain(`${known.toLocaleString('en')} messages added`)
      expect((await imported(mailroom, content)).report).toMatchObject({ added: 4000 - known, unchanged: known })
    } else {
      expect(known).toBe(0)
    }
  })

  test('with unreadable records is imported without them, and the report gives the location of each', async () => {
    const table = rows(20)
    table[4] = cells(4, { id: '' })
    table[9] = cells(9, { createdDate: 'yesterday' })
    table[14] = cells(14, { email: '' })
    const { job, report } = await imported(mailroom, await file(mailroom, fileType, table))
    expect(job.result?.text).toBe(
      '17 messages added, 0 changed, 0 already known. 3 parts of the file could not be read.',
    )
    expect(report.examples.map(({ reason }) => reason)).toEqual([
      'The record has no ID',
      'The record has no readable createdDate (a date was expected)',
      'The record has no recipient',
    ])
    // Each subject contains a line break, so csv rows take two lines.
    const places = {
      json: ['Record 5', 'Record 10', 'Record 15'],
      csv: ['Line 10', 'Line 20', 'Line 30'],
      xls: [6, 11, 16].map((row) => `Messages, row ${row}`),
      xlsx: [6, 11, 16].map((row) => `Messages, row ${row}`),
    }
    expect(report.examples.map(({ place }) => place)).toEqual(places[fileType])
  })
})

describe('an import into the archive', () => {
  test('leaves out erased people and messages that are too old to keep', async () => {
    await mailroom.ask('recipients.erase', { accountId, email: 'jane3@example.org' })
    await mailroom.ask('sync.configure', { accountId, options: { keepDays: 30, paused: true } })
    const now = Math.floor(Date.now() / 1000)
    const table = rows(6).map((_, index) => cells(index, { createdDate: now - (index === 5 ? 40 : 1) * 86_400 }))
    const content = await file(mailroom, 'json', table)
    const token = await fileOf(mailroom, content)
    expect(await mailroom.ask('imports.inspect', { accountId, token })).toMatchObject({ keepDays: 30 })
    const { job, report } = await imported(mailroom, content)
    expect(report).toMatchObject({ added: 4, erased: 1, tooOld: 1 })
    expect(job.result?.text).toContain('1 message left out because the person was erased.')
  })

  test('keeps the records it has read when it is cancelled, and reports it', async () => {
    const content = await file(mailroom, 'csv', rows(60_000))
    const { jobId } = await mailroom.ask('imports.start', { accountId, token: await fileOf(mailroom, content) })
    await eventually(async () => {
      const job = (await mailroom.ask('jobs.list')).find(({ id }) => id === jobId)
      expect(job?.fraction).toBeGreaterThan(0)
    })
    await mailroom.ask('jobs.cancel', { id: jobId })
    const job = await ended(mailroom, jobId)
    const { messages } = await mailroom.ask('archive.info', { accountId })
    expect(job.state).toBe('cancelled')
    expect(job.note).toContain(`${messages.toLocaleString('en')} messages added`)
    expect(messages).toBeLessThan(60_000)
    expect(await mailroom.ask('imports.report', { accountId, jobId })).toMatchObject({ state: 'part', added: messages })
  })

  test('waits for another import, and the reports of both can be saved', async () => {
    const tokens = [
      await fileOf(mailroom, await file(mailroom, 'csv', rows(5000))),
      await fileOf(mailroom, await file(mailroom, 'json', rows(5000))),
    ]
    const started = await Promise.all(tokens.map((token) => mailroom.ask('imports.start', { accountId, token })))
    for (const { jobId } of started) {
      expect((await ended(mailroom, jobId)).state).toBe('done')
      const { token } = await mailroom.ask('imports.saveReport', { accountId, jobId })
      expect(mailroom.app.files.find(token)).toMatchObject({ name: 'Import of export.txt' })
    }
    expect(await mailroom.ask('imports.status', { accountId })).toEqual({ added: 5000, files: 2 })
  })
})
