import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { exportFormats } from '#shared/contract/base/export-choices.ts'
import type { ExportWhat } from '#shared/contract/exports.ts'
import { serve, type Seen } from '#test/support/api-client.ts'
import { answer, file, jsonFile } from '#test/support/export-answers.ts'
import { fileFailure, watchFiles } from '#test/core/support/failing-files.ts'
import { hangingUp } from '#test/support/failing-service.ts'
import { ManualClock } from '#test/support/manual-clock.ts'
import { openApp, type OpenApp } from '#test/support/open-app.ts'
import {
  endedExport,
  exported,
  filesIn,
  layoutOf,
  newFolder,
  november,
  wanted,
  withFolders,
} from './support/exporting.ts'

const delta: ExportWhat = { source: 'delta' }

/** Mailroom with an account at this address. */
async function openAt(baseUrl: string, clock?: ManualClock): Promise<OpenApp> {
  const mailroom = await openApp((ports) => ({ ...withFolders(ports), ...(clock && { clock }) }))
  await mailroom.addAccount({ baseUrl })
  return mailroom
}

/** A service that returns complete files, and records its requests. */
async function goodService(): Promise<{ url: string; seen: Seen[] }> {
  const files = Object.fromEntries(
    await Promise.all((['json', 'csv', 'xls', 'xlsx'] as const).map(async (type) => [type, await file(type)] as const)),
  )
  const server = await serve(({ url }, response) => {
    const type = /\/export\/(\w+)/.exec(url)?.[1] ?? ''
    const whole = files[type] ?? Buffer.from('{}')
    response.writeHead(200, { 'content-length': whole.length }).end(whole)
  })
  onTestFinished(() => server.close())
  return server
}

const exportCalls = (seen: readonly Seen[]): string[] =>
  seen.flatMap(({ url }) => (url.includes('/export/') ? [url.slice(url.indexOf('/export/'))] : []))

describe.each(['service', 'delta'] as const)('an export of the %s', (source) => {
  const what = source === 'delta' ? delta : november

  test.each(exportFormats.flatMap((format) => [false, true].map((gzip) => ({ format, gzip }))))(
    'as $format, gzip $gzip, is what the service returned',
    async ({ format, gzip }) => {
      const { url, seen } = await goodService()
      const mailroom = await openAt(url)
      const { path, token } = await newFolder(mailroom)
      const entry = await exported(mailroom, wanted(mailroom, token, { what, layout: layoutOf(format, { gzip }) }))
      expect(entry).toMatchObject({ state: 'done', text: '', keepsDelta: false, rows: format === 'jsonl' ? 2 : null })
      const written = (await filesIn(path))[entry.name]!
      const content = gzip ? gunzipSync(written) : written
      const type = format === 'jsonl' ? 'json' : format
      const lines = (JSON.parse(jsonFile.toString()) as object[])
        .map((record) => `${JSON.stringify(record)}\n`)
        .join('')
      expect(content.equals(format === 'jsonl' ? Buffer.from(lines) : await file(type))).toBe(true)
      expect(exportCalls(seen)).toEqual([`/export/${type}${source === 'delta' ? '/delta' : ''}`])
      expect(await readdir(join(mailroom.folder, 'deltas')).catch(() => [])).toEqual([])
    },
  )
})

test('the days of a period are those of its zone', async () => {
  const { url, seen } = await goodService()
  const mailroom = await openAt(url)
  const { token } = await newFolder(mailroom)
  const what = { ...november, from: '2023-11-05', to: '2023-11-05', zone: 'America/New_York' } as const
  await exported(mailroom, wanted(mailroom, token, { what }))
  // The day on which the clocks go back has 25 hours.
  const begin = Date.UTC(2023, 10, 5, 4) / 1000
  expect(JSON.parse(seen.at(-1)!.body)).toMatchObject({ dateBegin: begin, dateEnd: begin + 25 * 3600 - 1 })
})

const page = Buffer.from('<!doctype html><title>Log in</title>')

describe.each([false, true])('an incomplete file is never reported as complete (gzip %s)', (gzip) => {
  test.each([
    ['is cut', 'json', async () => answer(jsonFile, 60, 'length'), /connection to the service was lost/],
    [
      'is cut within its chunks',
      'json',
      async () => answer(jsonFile, 60, 'chunked'),
      /connection to the service was lost/,
    ],
    ['is a web page', 'json', async () => answer(page, page.length, 'length'), /web page/],
    ['is a zip file without its end', 'xlsx', async () => shortened(await file('xlsx'), 40), /malformed|incomplete/],
    ['is a workbook without its end', 'xls', async () => shortened(await file('xls'), 600), /malformed|incomplete/],
    ['stops within a record', 'json', async () => shortened(jsonFile, 5), /malformed/],
    ['stops within a record of json lines', 'jsonl', async () => shortened(jsonFile, 5), /malformed/],
    ['is empty', 'csv', async () => answer(Buffer.alloc(0), 0, 'length'), /./],
  ] as const)('when a response %s', async (_name, format, bytes, text) => {
    const reply = await bytes()
    const mailroom = await openAt(await hangingUp(() => reply), new ManualClock(Date.now(), { skips: 10_000 }))
    const { path, token } = await newFolder(mailroom)
    const layout = layoutOf(format, { gzip })
    const entry = await exported(mailroom, wanted(mailroom, token, { what: november, layout }))
    expect(entry).toMatchObject({ state: 'failed', manifest: null, text: expect.stringMatching(text) as string })
    expect(await readdir(path)).toEqual([])
    const broken = await exported(mailroom, wanted(mailroom, token, { what: delta, layout }))
    expect(broken).toMatchObject({ state: 'failed', manifest: null, keepsDelta: false })
    expect(await readdir(path)).toEqual([])
  })
})

function shortened(whole: Buffer, by: number): Buffer {
  const part = whole.subarray(0, -by)
  return answer(part, part.length, 'length')
}

test('when a response stalls, and it leaves no file', async () => {
  const server = await serve((_seen, response) => {
    response.writeHead(200, { 'content-length': 1_000_000 })
    response.write('Id,ApiKey,CreatedDate\r\n')
  })
  onTestFinished(() => server.close())
  const mailroom = await openAt(server.url, new ManualClock(Date.now(), { skips: 100_000 }))
  const { path, token } = await newFolder(mailroom)
  const entry = await exported(mailroom, wanted(mailroom, token, { what: november }))
  expect(entry).toMatchObject({ state: 'failed', text: expect.stringContaining('stopped responding') as string })
  expect(await readdir(path)).toEqual([])
})

describe('a delta', () => {
  const deltas = async (mailroom: OpenApp) => readdir(join(mailroom.folder, 'deltas')).catch(() => [])

  test('is not requested if its folder is missing, so that the mark does not move', async () => {
    const { url, seen } = await goodService()
    const mailroom = await openAt(url)
    const { path, token } = await newFolder(mailroom)
    await rm(path, { recursive: true })
    const entry = await exported(mailroom, wanted(mailroom, token, { what: delta }))
    expect(entry).toMatchObject({
      state: 'failed',
      keepsDelta: false,
      text: expect.stringMatching(/no longer there/) as string,
    })
    expect(exportCalls(seen)).toEqual([])
  })

  test('whose folder disappears during the download is kept over a restart, and delivered without a new request', async () => {
    const { url, seen } = await goodService()
    const mailroom = await openAt(url)
    const { path, token } = await newFolder(mailroom)
    const goes = await serve((_seen, response) => {
      void rm(path, { recursive: true }).then(async () => {
        const whole = await file('csv')
        response.writeHead(200, { 'content-length': whole.length }).end(whole)
      })
    })
    onTestFinished(() => goes.close())
    await mailroom.ask('accounts.update', {
      id: mailroom.accountId,
      profile: mailroom.profile({ baseUrl: goes.url }),
      key: mailroom.service.credentials.key,
      keep: 'this-run',
    })
    const entry = await exported(mailroom, wanted(mailroom, token, { what: delta, name: 'New rows' }))
    expect(entry).toMatchObject({
      state: 'failed',
      keepsDelta: true,
      text: expect.stringMatching(/service’s response was kept/i) as string,
    })
    expect(await deltas(mailroom)).toEqual([entry.id])
    await mailroom.restart((ports) => withFolders(ports))
    const [kept] = await mailroom.ask('exports.list', { accountId: mailroom.accountId })
    expect(kept).toMatchObject({ id: entry.id, state: 'failed', keepsDelta: true })
    await mkdir(path)
    const calls = seen.length + goes.seen.length
    const again = await mailroom.ask('exports.runAgain', { id: entry.id })
    expect(again.id).toBe(entry.id)
    expect(await endedExport(mailroom, entry.id)).toMatchObject({
      state: 'done',
      keepsDelta: false,
      name: 'New rows.csv',
    })
    expect((await filesIn(path))['New rows.csv']!.equals(await file('csv'))).toBe(true)
    expect(seen.length + goes.seen.length).toBe(calls)
    expect(await deltas(mailroom)).toEqual([])
  })

  test('that was kept is removed when a person is erased', async () => {
    const { url } = await goodService()
    const mailroom = await openAt(url)
    const { path, token } = await newFolder(mailroom)
    onTestFinished(watchFiles((call) => (call.name === 'link' ? fileFailure('EIO') : null)))
    const entry = await exported(mailroom, wanted(mailroom, token, { what: delta }))
    expect([entry.keepsDelta, await deltas(mailroom), await readdir(path)]).toEqual([true, [entry.id], []])
    await mailroom.ask('recipients.erase', { accountId: mailroom.accountId, email: 'a@x.org' })
    const [left] = await mailroom.ask('exports.list', { accountId: mailroom.accountId })
    expect(left).toMatchObject({ keepsDelta: false, text: expect.stringContaining('erased') as string })
    expect(await deltas(mailroom)).toEqual([])
  })

  test('that is cut off keeps the part that arrived, says what to do, and has an unknown outcome', async () => {
    const whole = await file('csv')
    const mailroom = await openAt(await hangingUp(() => answer(whole, 200, 'length')))
    const { path, token } = await newFolder(mailroom)
    const entry = await exported(mailroom, wanted(mailroom, token, { what: delta }))
    expect(entry).toMatchObject({
      state: 'failed',
      keepsDelta: false,
      text: expect.stringMatching(/same period in full/) as string,
    })
    expect(await deltas(mailroom)).toEqual([expect.stringMatching(`^${entry.id}.part-`)])
    expect(await mailroom.ask('outcomes.list')).toMatchObject([{ kind: 'delta', state: 'unknown' }])
    // Running it again requests another delta.
    expect((await mailroom.ask('exports.runAgain', { id: entry.id })).id).not.toBe(entry.id)
    expect(await readdir(path)).toEqual([])
  })
})
