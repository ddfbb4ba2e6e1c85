import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { App } from '#core/create-app.ts'
import { dispatch } from '#core/dispatch.ts'
import type { Invoke } from '#core/base/handlers.ts'
import { bytesOf } from '#test/support/table-files.ts'
import { createExports } from '#sandbox/exports/exports.ts'
import { openStore } from '#sandbox/store/store.ts'
import type { Store } from '#sandbox/store/index.ts'
import { accountDefaults } from '#shared/contract/account-defaults.ts'
import { fileTypes, type FileType } from '#shared/contract/base/file-type.ts'
import { createDataFolder, type DataFolder } from '#test/support/data-folder.ts'
import { eventually } from '#test/support/eventually.ts'
import { startTestApp } from '#test/support/test-ports.ts'

/** Messages of the service, exported and imported: they are the same in the app, or the row says what was cut. */
let folder: DataFolder
let app: App
let store: Store
let accountId: string

const invoke: Invoke = (name, input) => dispatch(app, name, input, { signal: new AbortController().signal }) as never

beforeEach(async () => {
  folder = await createDataFolder()
  app = await startTestApp(folder.path)
  store = openStore({ path: ':memory:' })
  const profile = { ...accountDefaults, name: 'Shop', baseUrl: 'http://127.0.0.1:9/v1', user: 'someone' }
  accountId = (await invoke('accounts.create', { profile, key: 'a-key', keep: 'this-run' })).id
})

afterEach(async () => {
  store.close()
  await app.close()
  await folder.remove()
})

type Given = { subject: string; tags: string[] }

let second = 1_700_000_000
/** The ids of the messages, one for each. */
function keep(messages: readonly Given[]): string[] {
  second += 1
  const createdDate = second * 1000
  return messages.map(({ subject, tags }) => {
    const content = { from: { address: 'a@x.example' }, subject, images: [], attachments: [], headers: {} }
    const message = { email: 'b@x.example', subject, size: 1 }
    return store.messages.insert([{ createdDate, apiKey: 'key', tags, content, messages: [message] }])[0]![0]!
  })
}

/** Exports the newest messages, imports the file, and returns what the app shows of them, by id. */
async function roundTrip(fileType: FileType): Promise<Map<string, Given>> {
  const period = { dateBegin: second * 1000, dateEnd: second * 1000 }
  const path = join(folder.path, `${crypto.randomUUID()}.${fileType}`)
  await writeFile(path, await bytesOf(createExports(store).all(fileType, period).chunks))
  const { token } = await app.files.register(path, { name: 'export' })
  const { jobId } = await invoke('imports.start', { accountId, token })
  const job = await eventually(async () => {
    const found = (await invoke('jobs.list', undefined)).find(({ id }) => id === jobId)
    expect(found?.endedAt).not.toBeNull()
    return found!
  })
  expect(job.error).toBeNull()
  const { rows } = await invoke('messages.search', { accountId, text: '', zone: 'UTC', offset: 0, limit: 500 })
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

  test('keeps a text longer than a cell, or the row says that it was cut', async () => {
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
