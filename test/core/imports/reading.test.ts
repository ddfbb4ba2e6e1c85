import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { dispatch } from '#core/dispatch.ts'
import { readingFolder } from '#core/imports/reading-thread.ts'
import { writeTable } from '#formats/index.ts'
import { exportFields } from '#shared/domain/exports/export-columns.ts'
import { eventually } from '#test/support/eventually.ts'
import { openApp, type OpenApp } from '#test/support/open-app.ts'
import { bytesOf } from '#test/support/table-files.ts'
import { ended, fileOf, jobOf } from './support.ts'

/** The effects that a hostile file could have on the reading thread if a reader had a bug. */
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

let mailroom: OpenApp
let accountId: string
let token: string

/** An app whose reading thread misbehaves this way, and a valid file. */
async function start(does?: keyof typeof threads): Promise<void> {
  mailroom = await openApp(({ paths }) => ({
    paths: { ...paths, worker: (name) => (name === 'import' && does ? threadThat(does) : paths.worker(name)) },
  }))
  accountId = (await mailroom.addAccount()).id
  const record = { id: 'a', email: 'jane@example.org', createdDate: 1_700_000_000 }
  token = await fileOf(mailroom, JSON.stringify([record]))
}

/** Temporary files that threads left behind or still use. */
const leftOvers = () => readdir(readingFolder(mailroom.folder)).catch(() => [])
const spooled = async () => (await readdir(readingFolder(mailroom.folder), { recursive: true })).join()
const isBusy = () => eventually(async () => expect(await spooled()).toContain('spool'))

test('a file that keeps its reader busy blocks nothing else, and its inspection can be cancelled', async () => {
  await start('busy')
  const cancel = new AbortController()
  let isInspecting = true
  const call = dispatch(mailroom.app, 'imports.inspect', { accountId, token }, { signal: cancel.signal })
  const inspection = call.finally(() => (isInspecting = false))
  const refused = expect(inspection).rejects.toMatchObject({ code: 'aborted' })
  await isBusy()
  await mailroom.ask('app.info')
  expect(isInspecting).toBe(true)
  cancel.abort()
  await refused
  expect(await leftOvers()).toEqual([])
})

test('an inspection ends when the page releases the file', async () => {
  await start('busy')
  const inspection = mailroom.ask('imports.inspect', { accountId, token })
  const refused = expect(inspection).rejects.toMatchObject({ code: 'cancelled' })
  await isBusy()
  await mailroom.ask('files.release', { token })
  await refused
  expect(await leftOvers()).toEqual([])
  await expect(mailroom.ask('imports.start', { accountId, token })).rejects.toMatchObject({ code: 'file-gone' })
})

test('an import of such a file can be cancelled at once, while it runs and while it waits', async () => {
  await start('busy')
  const [first, second] = [
    await mailroom.ask('imports.start', { accountId, token }),
    await mailroom.ask('imports.start', { accountId, token }),
  ]
  await isBusy()
  await eventually(async () => expect((await jobOf(mailroom, second.jobId)).note).toContain('Waiting'))
  await mailroom.ask('jobs.cancel', { id: second.jobId })
  expect(await ended(mailroom, second.jobId)).toMatchObject({ state: 'cancelled' })
  expect(await jobOf(mailroom, first.jobId)).toMatchObject({ state: 'running' })
  await mailroom.ask('jobs.cancel', { id: first.jobId })
  expect(await ended(mailroom, first.jobId)).toMatchObject({ state: 'cancelled' })
  expect(await leftOvers()).toEqual([])
})

test('a third import waits for the first, even if the second left the queue', async () => {
  await start('busy')
  const begin = async () => (await mailroom.ask('imports.start', { accountId, token })).jobId
  const [first, second] = [await begin(), await begin()]
  await isBusy()
  await mailroom.ask('jobs.cancel', { id: second })
  await ended(mailroom, second)
  const third = await begin()
  await eventually(async () => expect((await jobOf(mailroom, third)).note).toContain('Waiting'))
  await mailroom.ask('jobs.cancel', { id: first })
  await eventually(async () => expect((await jobOf(mailroom, third)).note).toBe('Inspecting the file'))
  await mailroom.ask('jobs.cancel', { id: third })
  await ended(mailroom, third)
})

test('a file that takes too long to read is refused with an error message', async () => {
  await start('busy')
  await expect(mailroom.ask('imports.inspect', { accountId, token })).rejects.toMatchObject({
    code: 'file-too-slow',
    message: expect.stringContaining('Export the file again or save it as CSV, then try again.'),
  })
  expect(await leftOvers()).toEqual([])
}, 180_000)

test('a file that takes too much memory is refused with an error message, and the app keeps running', async () => {
  await start('hungry')
  await expect(mailroom.ask('imports.inspect', { accountId, token })).rejects.toMatchObject({
    code: 'file-too-large',
    message: expect.stringContaining('takes more memory than Mailroom allows'),
  })
  expect(await leftOvers()).toEqual([])
})

test.each([
  ['dying', 'file-closed'],
  ['failing', 'internal'],
] as const)('a reader that ends unexpectedly (%s) fails only the import', async (does, code) => {
  await start(does)
  const { jobId } = await mailroom.ask('imports.start', { accountId, token })
  expect(await ended(mailroom, jobId)).toMatchObject({ state: 'failed', error: { code } })
  expect(await leftOvers()).toEqual([])
})

test('closing the app ends an inspection', async () => {
  await start('busy')
  const inspection = mailroom.ask('imports.inspect', { accountId, token })
  const refused = expect(inspection).rejects.toMatchObject({ code: 'cancelled', message: 'Mailroom is closing.' })
  await isBusy()
  await mailroom.close()
  await refused
  expect(await leftOvers()).toEqual([])
})

test.each(['xls', 'xlsx', 'csv', 'json'] as const)(
  'an import leaves no temporary file of a %s file behind',
  async (fileType) => {
    await start()
    const numbers = ['size', 'open', 'click']
    const valueOf = (field: string) => (numbers.includes(field) ? 1 : 'jane@example.org')
    const row = exportFields.map((field) => (field.endsWith('Date') ? new Date(1_700_000_000_000) : valueOf(field)))
    const content = await bytesOf(
      writeTable(fileType, exportFields, [[row]], { tempFolder: mailroom.folder, for: 'machines' }),
    )
    const file = await fileOf(mailroom, content)
    await mailroom.ask('imports.inspect', { accountId, token: file })
    const { jobId } = await mailroom.ask('imports.start', { accountId, token: file })
    expect(await ended(mailroom, jobId)).toMatchObject({ state: 'done' })
    expect(await leftOvers()).toEqual([])
  },
)
