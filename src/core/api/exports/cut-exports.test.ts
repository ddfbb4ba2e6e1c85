import { describe, expect, test } from 'vitest'
import { answer, file, framings, jsonFile, recordsOf } from '#test/support/export-answers.ts'
import { clientOf, hangingUp } from '#test/support/failing-service.ts'
import { bytesOf } from '#test/support/table-files.ts'
import type { ExportDownload } from '../index.ts'

describe.each(framings)('an answer with the framing "%s"', (framing) => {
  test.each(['json', 'csv', 'xls', 'xlsx'] as const)(
    'cut anywhere, %s is never taken for complete',
    async (fileType) => {
      const whole = await file(fileType)
      let sent = 0
      const { client } = clientOf(await hangingUp(() => answer(whole, sent, framing)))
      // Every position in the small files; in the larger ones, positions near the ends and a sample of the rest.
      const isNearEnd = (at: number): boolean => at < 100 || at > whole.length - 100
      for (sent = 0; sent < whole.length; sent += isNearEnd(sent) ? 1 : 97) {
        let download: ExportDownload | null = null
        const outcome = await (async () => {
          download = await client.exports.all(fileType, {})
          await bytesOf(download.bytes())
          return download.completeness()
        })().catch((thrown: { code: string }) => thrown.code)
        expect(['connection-cut', 'incomplete-export', 'cannot-tell'], `cut at ${sent}`).toContain(outcome)
        if (outcome === 'cannot-tell') expect([fileType, framing]).toEqual(['csv', 'open-ended'])
      }
      const download = await client.exports.all(fileType, {})
      expect((await bytesOf(download.bytes())).equals(whole)).toBe(true)
      expect(download.completeness()).toBe(fileType === 'csv' && framing === 'open-ended' ? 'cannot-tell' : 'whole')
    },
  )

  test('cut anywhere, records are never taken for all', async () => {
    let sent = 0
    const { client } = clientOf(await hangingUp(() => answer(jsonFile, sent, framing)))
    for (sent = 0; sent < jsonFile.length; sent += 1) {
      const outcome = await (async () => recordsOf(await client.exports.all('json', {})))().catch(
        (thrown: { code: string }) => thrown.code,
      )
      expect(['connection-cut', 'incomplete-export'], `cut at ${sent}`).toContain(outcome)
    }
    const download = await client.exports.all('json', {})
    expect(await recordsOf(download)).toMatchObject([
      { id: 'm1', createdDate: 1_700_000_000_000, subject: 'Grüße, "you"', tags: ['a', 'b'], extra: null },
      { id: 'm2', tags: [], open: 0 },
    ])
    expect(download.progress()).toEqual({ bytes: download.progress().bytes, records: 2, problems: 0 })
    expect(download.completeness()).toBe('whole')
  })
})

test('a delta that breaks off is an unknown outcome, with the rows that came', async () => {
  const { client } = clientOf(await hangingUp(() => answer(jsonFile, jsonFile.length - 5, 'length')))
  const download = await client.exports.delta('json', {})
  const read = recordsOf(download)
  await expect(read).rejects.toMatchObject({
    code: 'outcome-unknown',
    details: { check: { kind: 'delta', fileType: 'json' } },
  })
  expect(download.progress().records).toBe(1)
  expect(download.completeness()).toBe('cut')
})

function sent(type: string, body: string): Buffer {
  return Buffer.from(`HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
}

test('an empty delta that calls itself JSON is complete', async () => {
  const { client } = clientOf(await hangingUp(() => sent('application/x-ndjson', '')))
  const download = await client.exports.delta('json', {})
  expect(await bytesOf(download.bytes())).toHaveLength(0)
  expect(download.completeness()).toBe('whole')
})

test('no records are complete only in an empty response that calls itself JSON', async () => {
  const quiet = clientOf(await hangingUp(() => sent('application/x-ndjson', '')))
  expect(await recordsOf(await quiet.client.exports.all('json', {}))).toEqual([])
  const gateway = clientOf(await hangingUp(() => sent('text/plain', '')))
  await expect(recordsOf(await gateway.client.exports.all('json', {}))).rejects.toMatchObject({
    code: 'incomplete-export',
  })
})

const brokeOff = 'The export is incomplete because the connection was lost.'
const notWellFormed = 'The service sent a malformed export.'

test.each([
  ['records', 'open-ended', '[{"id":"1"}]]', `${notWellFormed} There is more text after the closing bracket.`],
  ['records', 'open-ended', 'oops', `${notWellFormed} The file is not JSON.`],
  ['records', 'open-ended', '[{"id":"1"}', `${brokeOff} The closing bracket is missing.`],
  ['records', 'length', '[{"id":"1"}', `${notWellFormed} The closing bracket is missing.`],
  ['bytes', 'open-ended', '[{"id":"1"}]]', `${notWellFormed} The brackets do not match.`],
  ['bytes', 'open-ended', 'oops', `${notWellFormed} The file is not JSON.`],
  ['bytes', 'open-ended', '[{"id":"1"}', `${brokeOff} The closing bracket is missing.`],
  ['bytes', 'length', '[{"id":"1"}] x', `${notWellFormed} The file does not end with a closing bracket.`],
] as const)('%s of an export (%s) "%s"', async (form, framing, body, message) => {
  const { client } = clientOf(await hangingUp(() => answer(Buffer.from(body), body.length, framing)))
  const download = await client.exports.all('json', {})
  const read = form === 'records' ? recordsOf(download) : bytesOf(download.bytes())
  await expect(read).rejects.toMatchObject({ code: 'incomplete-export', message })
})
