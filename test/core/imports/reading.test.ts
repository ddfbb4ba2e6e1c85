import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { App } from '#core/create-app.ts'
import { dispatch } from '#core/dispatch.ts'
import type { Invoke } from '#core/base/handlers.ts'
import { readingFolder } from '#core/imports/reading-thread.ts'
import { bytesOf } from '#test/support/table-files.ts'
import { writeTable } from '#formats/index.ts'
import { accountDefaults } from '#shared/contract/account-defaults.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { exportFields } from '#shared/domain/exports/export-columns.ts'
import { createDataFolder, type DataFolder } from '#test/support/data-folder.ts'
import { eventually } from '#test/support/eventually.ts'
import { startTestApp, testPorts } from '#test/support/test-ports.ts'

/** What a hostile file could do to the thread that reads it, if a reader had a bug. */
const threads = {
  busy: 'for (;;);',
  hungry: 'const held = []; for (;;) held.push("a".repeat(1000) + held.length, { at: held.length })',
  dying: 'process.exit(3)',
  failing: 'setImmediate(() => { throw new Error("a fault of the reader") })',
}

function threadThat(does: keyof typeof threads): URL {
  const code = `import { parentPort, workerData } from 'node:worker_threads'
import { writeFileSync } from 'node:fs'
parentPort.postMessage({ id: 0 })
parentPort.on('message', () => {
  writeFileSync(workerData.tempFolder + '/spool', 'a person')
  ${threads[does]}
})`
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`)
}

let folder: DataFolder
let app: App
let accountId: string
let token: string

beforeEach(async () => {
  folder = await createDataFolder()
})
afterEach(async () => {
  await app.close()
  await folder.remove()
})

const invoke: Invoke = (name, input) => call(name, input, new AbortController().signal) as never
const call = (name: string, input: unknown, signal: AbortSignal) => dispatch(app, name, input, { signal })

/** An app that reads files with such a thread, and a valid file. */
async function start(does?: keyof typeof threads): Promise<void> {
  const { paths } = testPorts(folder.path)
  const worker: typeof paths.worker = (name) => (name === 'import' && does ? threadThat(does) : paths.worker(name))
  app = await startTestApp(folder.path, { paths: { ...paths, worker } })
  const profile = { ...accountDefaults, name: 'Shop', baseUrl: 'http://127.0.0.1:9/v1', user: 'someone' }
  accountId = (await invoke('accounts.create', { profile, key: 'a-key', keep: 'this-run' })).id
  const record = { id: 'a', email: 'jane@example.org', createdDate: 1_700_000_000 }
  token = await fileOf(JSON.stringify([record]))
}

async function fileOf(content: string | Uint8Array): Promise<string> {
  const path = join(folder.path, crypto.randomUUID())
  await writeFile(path, content)
  return (await app.files.register(path, { name: 'export' })).token
}

/** Temporary files that threads have left or still use. */
const leftOvers = () => readdir(readingFolder(folder.path)).catch(() => [])
const spooled = async () => (await readdir(readingFolder(folder.path), { recursive: true })).join()
const isBusy = () => eventually(async () => expect(await spooled()).toContain('spool'))

async function jobOf(jobId: string): Promise<Job> {
  return (await invoke('jobs.list', undefined)).find(({ id }) => id === jobId)!
}

async function ended(jobId: string): Promise<Job> {
  return eventually(async () => {
    const job = await jobOf(jobId)
    expect(job.endedAt).not.toBeNull()
    return job
  })
}

test('a file that keeps its reader busy blocks nothing else, and its inspection can be cancelled', async () => {
  await start('busy')
  const cancel = new AbortController()
  let isInspecting = true
  const inspection = call('imports.inspect', { accountId, token }, cancel.signal).finally(() => (isInspecting = false))
  const refused = expect(inspection).rejects.toMatchObject({ code: 'aborted' })
  await isBusy()
  await invoke('app.info', undefined)
  expect(isInspecting).toBe(true)
  cancel.abort()
  await refused
  expect(await leftOvers()).toEqual([])
})

test('an inspection ends when the page releases the file', async () => {
  await start('busy')
  const inspection = invoke('imports.inspect', { accountId, token })
  const refused = expect(inspection).rejects.toMatchObject({ code: 'cancelled' })
  await isBusy()
  await invoke('files.release', { token })
  await refused
  expect(await leftOvers()).toEqual([])
  await expect(invoke('imports.start', { accountId, token })).rejects.toMatchObject({ code: 'file-gone' })
})

test('an import of such a file can be cancelled at once, while it runs and while it waits', async () => {
  await start('busy')
  const [first, second] = [
    await invoke('imports.start', { accountId, token }),
    await invoke('imports.start', { accountId, token }),
  ]
  await isBusy()
  await eventually(async () => expect((await jobOf(second.jobId)).note).toContain('Waiting'))
  await invoke('jobs.cancel', { id: second.jobId })
  expect(await ended(second.jobId)).toMatchObject({ state: 'cancelled' })
  expect(await jobOf(first.jobId)).toMatchObject({ state: 'running' })
  await invoke('jobs.cancel', { id: first.jobId })
  expect(await ended(first.jobId)).toMatchObject({ state: 'cancelled' })
  expect(await leftOvers()).toEqual([])
})

test('a third import waits for the first, even if the second left the queue', async () => {
  await start('busy')
  const begin = async () => (await invoke('imports.start', { accountId, token })).jobId
  const [first, second] = [await begin(), await begin()]
  await isBusy()
  await invoke('jobs.cancel', { id: second })
  await ended(second)
  const third = await begin()
  await eventually(async () => expect((await jobOf(third)).note).toContain('Waiting'))
  await invoke('jobs.cancel', { id: first })
  await eventually(async () => expect((await jobOf(third)).note).toBe('Inspecting the file'))
  await invoke('jobs.cancel', { id: third })
  await ended(third)
})

test('a file that takes too long to read ends with a sentence', async () => {
  await start('busy')
  await expect(invoke('imports.inspect', { accountId, token })).rejects.toMatchObject({
    code: 'file-too-slow',
    message: expect.stringContaining('Export it again, or save it as CSV.'),
  })
  expect(await leftOvers()).toEqual([])
}, 180_000)

test('a file that takes too much memory ends with a sentence and leaves the app running', async () => {
  await start('hungry')
  await expect(invoke('imports.inspect', { accountId, token })).rejects.toMatchObject({
    code: 'file-too-large',
    message: expect.stringContaining('takes more memory than Mailroom allows'),
  })
  expect(await leftOvers()).toEqual([])
})

test.each([
  ['dying', 'file-closed'],
  ['failing', 'internal'],
] as const)('a reader that ends by itself (%s) fails the import alone', async (does, code) => {
  await start(does)
  const { jobId } = await invoke('imports.start', { accountId, token })
  expect(await ended(jobId)).toMatchObject({ state: 'failed', error: { code } })
  expect(await leftOvers()).toEqual([])
})

test('closing the app ends an inspection', async () => {
  await start('busy')
  const inspection = invoke('imports.inspect', { accountId, token })
  const refused = expect(inspection).rejects.toMatchObject({ code: 'cancelled', message: 'Mailroom is closing.' })
  await isBusy()
  await app.close()
  await refused
  expect(await leftOvers()).toEqual([])
})

test.each(['xls', 'xlsx', 'csv', 'json'] as const)('leaves nothing behind of a %s file', async (fileType) => {
  await start()
  const numbers = ['size', 'open', 'click']
  const valueOf = (field: string) => (numbers.includes(field) ? 1 : 'jane@example.org')
  const row = exportFields.map((field) => (field.endsWith('Date') ? new Date(1_700_000_000_000) : valueOf(field)))
  const content = await bytesOf(
    writeTable(fileType, exportFields, [[row]], { tempFolder: folder.path, for: 'machines' }),
  )
  const file = await fileOf(content)
  await invoke('imports.inspect', { accountId, token: file })
  const { jobId } = await invoke('imports.start', { accountId, token: file })
  expect(await ended(jobId)).toMatchObject({ state: 'done' })
  expect(await leftOvers()).toEqual([])
})
