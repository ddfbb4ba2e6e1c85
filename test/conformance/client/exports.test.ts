import { expect, test } from 'vitest'
import type { ExportDownload, RecordBatch } from '#core/api/index.ts'
import { day, hour, start, type Json } from '../support/account.ts'
import { column, fileTypes, rowsOf, type FileType } from '../support/files.ts'
import type { Answer } from '../../support/wire.ts'
import * as expected from './support/expected.ts'
import { asked, collect, eachService, openClient, openPicky, openService } from './support/service.ts'

const seconds = start / 1000
const period = { dateBegin: seconds - 5 * day, dateEnd: seconds }
const range = { dateBegin: start - 5 * day * 1000, dateEnd: start }

const whole = async (download: ExportDownload): Promise<Buffer> => Buffer.concat(await collect(download.bytes()))

async function recordsOf(download: ExportDownload): Promise<RecordBatch> {
  const batches = await collect(download.records())
  return { records: batches.flatMap(({ records }) => records), problems: batches.flatMap(({ problems }) => problems) }
}

/** A response in the form that the helpers for raw HTTP expect. */
const asAnswer = (body: Buffer): Answer => ({ status: 200, headers: {}, body })

async function emailsOf(download: ExportDownload): Promise<unknown[]> {
  return column(rowsOf(download.fileType, asAnswer(await whole(download))), 'Email').sort()
}

eachService((service, { scenario }) => {
  test('json records have the values of the raw response', async () => {
    const { account, client } = service()
    for (const [body, dates] of [
      [period, range],
      [{ dateEnd: seconds - 100 * day }, { dateEnd: start - 100 * day * 1000 }],
    ] as const) {
      const wire = (await account.post('/export/json', body)) as Json[]
      const download = await client.exports.all('json', dates)
      expect(download.completeness()).toBe('running')
      expect(await recordsOf(download)).toEqual({ records: wire.map(expected.exportRecord), problems: [] })
      expect(download.completeness()).toBe('whole')
      expect(download.progress()).toMatchObject({ records: wire.length, problems: 0 })
    }
  })

  test('an export of everything contains as many records as the message list', async () => {
    const { client } = service()
    const { total } = await client.statistics.messages({ dateBegin: 0, dateEnd: start, page: 1, pageSize: 1 })
    const download = await client.exports.all('json', {})
    let records = 0
    for await (const batch of download.records()) records += batch.records.length
    expect(records).toBe(total)
    if (scenario === 'demo') expect(records).toBe(50_000)
  })

  test.each(fileTypes)('%s: the file is the raw response', async (fileType) => {
    const { account, client } = service()
    const twoDays = { dateBegin: seconds - 2 * day, dateEnd: seconds }
    const { body } = await account.call('POST', `/export/${fileType}`, { body: twoDays })
    const download = await client.exports.all(fileType, { dateBegin: start - 2 * day * 1000, dateEnd: start })
    const file = await whole(download)
    const rows = rowsOf(fileType, asAnswer(file))
    // A zip contains the time it was written, so only the rows of an xlsx are compared.
    if (fileType === 'xlsx') expect(rows).toEqual(rowsOf(fileType, asAnswer(body)))
    else expect(file.equals(body)).toBe(true)
    expect([download.fileType, download.completeness()]).toEqual([fileType, 'whole'])
    expect(download.progress().bytes).toBe(file.length)
    const wire = (await account.post('/export/json', twoDays)) as Json[]
    expect(column(rows, 'Id')).toEqual(wire.map(({ id }) => id))
    if (scenario === 'demo') expect(rows.length).toBeGreaterThan(50)
  })
})

test.each([false, true])('deltas return changes, with a mark for each file type, strict: %s', async (strict) => {
  const { account, client } = await openService({ strict })
  const delta = async (fileType: FileType): Promise<unknown[]> => emailsOf(await client.exports.delta(fileType, {}))
  await account.send(['a@x.org', 'b@x.org'])
  await account.pass(hour)
  for (const fileType of fileTypes) {
    expect([fileType, await delta(fileType)]).toEqual([fileType, ['a@x.org', 'b@x.org']])
    expect([fileType, await delta(fileType)]).toEqual([fileType, []])
  }
  await account.send('c@x.org')
  await account.pass(hour)
  const { records } = await recordsOf(await client.exports.delta('json', {}))
  expect(records).toMatchObject([{ email: 'c@x.org', lastState: 'delivered', createdDate: start + hour * 1000 }])
  const raw = await account.call('POST', '/export/csv/delta', { body: {} })
  expect(column(rowsOf('csv', raw), 'Email')).toEqual(['c@x.org'])
  expect(await delta('csv')).toEqual([])
})

test('a delta accepts a period', async () => {
  const { account, client } = await openService({ strict: true })
  await account.send('a@x.org')
  await account.pass(2 * day)
  await account.send('b@x.org')
  const dates = { dateBegin: start + day * 1000, dateEnd: start + 3 * day * 1000 }
  const wanted = { dateBegin: seconds + day, dateEnd: seconds + 3 * day }
  expect(await emailsOf(await client.exports.delta('json', dates))).toEqual(['b@x.org'])
  expect(asked(account).at(-1)).toEqual({ call: 'POST /v1/export/json/delta', body: wanted })
})

test.each([404, 405])('GET is learned from a %i, and remembered for every export', async (status) => {
  const { account } = await openService()
  await account.send(['a@x.org', 'b@x.org'])
  const picky = await openPicky(account, (method) => (method === 'POST' ? status : undefined))
  const client = openClient(account, { url: picky.url })
  const dates = { dateBegin: start, dateEnd: start + hour * 1000 }
  for (const fileType of fileTypes) {
    expect(await emailsOf(await client.exports.all(fileType, dates))).toEqual(['a@x.org', 'b@x.org'])
    expect(await emailsOf(await client.exports.delta(fileType, dates))).toEqual(['a@x.org', 'b@x.org'])
  }
  expect(await emailsOf(await client.exports.all('json', { dateEnd: start - 1000 }))).toEqual([])
  expect(client.learned()).toMatchObject({ exportMethod: 'GET' })
  const after = fileTypes.flatMap((fileType) => [`GET /export/${fileType}`, `GET /export/${fileType}/delta`])
  expect(picky.calls).toEqual(['POST /export/json', ...after, 'GET /export/json'])
})

test('GET is learned from a delta too, and moves the mark only once', async () => {
  const { account } = await openService()
  await account.send('a@x.org')
  const picky = await openPicky(account, (method) => (method === 'POST' ? 405 : undefined))
  const client = openClient(account, { url: picky.url })
  expect(await emailsOf(await client.exports.delta('csv', {}))).toEqual(['a@x.org'])
  expect(await emailsOf(await client.exports.delta('csv', {}))).toEqual([])
  expect(picky.calls).toEqual(['POST /export/csv/delta', 'GET /export/csv/delta', 'GET /export/csv/delta'])
})

test('POST is remembered as well: if its path later disappears, no other form is tried', async () => {
  const { account } = await openService()
  let isGone = false
  const picky = await openPicky(account, () => (isGone ? 404 : undefined))
  const client = openClient(account, { url: picky.url })
  await emailsOf(await client.exports.all('json', {}))
  isGone = true
  await expect(client.exports.all('json', {})).rejects.toMatchObject({ code: 'not-found' })
  expect(picky.calls).toEqual(['POST /export/json', 'POST /export/json'])
})
