import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createExports } from '#sandbox/exports/exports.ts'
import type { Store } from '#sandbox/store/index.ts'
import { openStore } from '#sandbox/store/store.ts'
import { type FileType, fileTypes } from '#shared/contract/base/file-type.ts'
import { openApp, type OpenApp } from '#test/support/open-app.ts'
import { bytesOf } from '#test/support/table-files.ts'
import { ended, fileOf } from './support.ts'

/** Messages exported by the service and imported here look the same in the app, or the row says what was cut. */
let mailroom: OpenApp
let store: Store

beforeEach(async () => {
  mailroom = await openApp()
  await mailroom.addAccount()
  store = openStore({ path: ':memory:' })
})
afterEach(() => store.close())

type Given = { subject: string; tags: string[] }

let second = 1_700_000_000
/** Stores messages in the sandbox and returns their ids. */
function keep(messages: readonly Given[]): string[] {
  second += 1
  const createdDate = second * 1000
  return messages.map(({ subject, tags }) => {
    const content = { from: { address: 'a@x.example' }, subject, images: [], attachments: [], headers: {} }
    const message = { email: 'b@x.example', subject, size: 1 }
    return store.messages.insert([{ createdDate, apiKey: 'key', tags, content, messages: [message] }])[0]![0]!
  })
}

/** Exports the newest messages, imports the file, and returns the app’s view of them by id. */
async function roundTrip(fileType: FileType): Promise<Map<string, Given>> {
  const period = { dateBegin: second * 1000, dateEnd: second * 1000 }
  const { accountId } = mailroom
  const token = await fileOf(mailroom, await bytesOf(createExports(store).all(fileType, period).chunks))
  const { jobId } = await mailroom.ask('imports.start', { accountId, token })
  const job = await ended(mailroom, jobId)
  expect(job.error).toBeNull()
  const { rows } = await mailroom.ask('messages.search', { accountId, text: '', zone: 'UTC', offset: 0, limit: 500 })
  return new Map(rows.map(({ id, subject, tags }) => [id, { subject, tags: [...tags] }]))
}

const letter = fc.oneof(
  fc.constantFrom(',', ' ', '[', ']', '"', "'", '=', '\\', '\u0007', '\u001b', '\ufffe', '\uffff', '\ufeff', '\u00a0'),
  fc.constantFrom('_x0007_', '_', '{', ';', '0', '1', 'é', '漢', '😀', '\u2028', '&', '<'),
)
const given = fc.record({
  subject: fc.string({ unit: letter, maxLength: 12 }),
  tags: fc.array(fc.string({ unit: letter, minLength: 1, maxLength: 6 }), { maxLength: 3 }),
})

describe.each(fileTypes)('%s', (fileType) => {
  test('keeps any subject and any tags', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(given, { minLength: 20, maxLength: 40 }), async (messages) => {
        const ids = keep(messages)
        const found = await roundTrip(fileType)
        expect(ids.map((id) => found.get(id))).toEqual(messages)
      }),
      { numRuns: 6, endOnFailure: true },
    )
  })

  test('keeps a text that is longer than a cell, or reports in the row that it was cut', async () => {
    const subject = `${'x'.repeat(32_700)}${'😀'.repeat(4255)}`
    const [id] = keep([{ subject, tags: [] }])
    const shown = (await roundTrip(fileType)).get(id!)!.subject
    const mark = ' … [cut: the full text has 41,210 characters]'
    expect(shown.endsWith(mark)).toBe(fileType === 'xls' || fileType === 'xlsx')
    expect(subject.startsWith(shown.replace(mark, ''))).toBe(true)
    expect(shown.isWellFormed()).toBe(true)
    if (!shown.endsWith(mark)) expect(shown).toBe(subject)
  })
})
