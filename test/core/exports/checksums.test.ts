import { createHash } from 'node:crypto'
import { readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { EventBus } from '#core/base/event-bus.ts'
import { Checksums } from '#core/exports/file/checksums.ts'
import { startVerification } from '#core/exports/verify.ts'
import { Jobs } from '#core/jobs/index.ts'
import { History } from '#core/exports/history/history.ts'
import { silentLogger } from '#test/core/archive/support/open-archive.ts'
import { watchFiles } from '#test/core/support/failing-files.ts'
import { testPorts } from '#test/support/test-ports.ts'
import { everything, exported, newFolder, openArchived, wanted } from './support/exporting.ts'

/** A finished export whose file has no checksum yet, and the list of exports. */
async function withoutChecksum(change: { text?: string } = {}) {
  const mailroom = await openArchived(3)
  const { path, token } = await newFolder(mailroom)
  const { id, name } = await exported(mailroom, wanted(mailroom, token, { what: { ...everything, ...change } }))
  await mailroom.close()
  const history = await History.open({
    ports: testPorts(mailroom.folder),
    events: new EventBus(),
    onBroken: () => expect.fail('The list of exports could not be read.'),
  })
  await history.change(id, { manifest: { ...history.get(id).manifest!, sha256: null } })
  return { mailroom, history, id, path: join(path, name) }
}

test('a person who is erased while a file is read back does not return with its checksum', async () => {
  const { mailroom, history, id, path } = await withoutChecksum({ text: 'to:jane1@example.org' })
  let erasure: Promise<void> | null = null
  const endWatch = watchFiles((call) => {
    if (call.path === path) erasure ??= history.eraseRecipient(mailroom.accountId, 'jane1@example.org')
    return null
  })
  onTestFinished(endWatch)
  await new Checksums(history, silentLogger).add(id)
  await erasure
  const { manifest } = history.get(id)
  expect(manifest?.search).toBe('to:erased')
  expect(manifest?.sha256).toMatch(/^[0-9a-f]{64}$/)
})

test('a file has a checksum although its disk has renumbered it, and has none once it was changed', async () => {
  const { history, id, path } = await withoutChecksum()
  const [, ...others] = history.get(id).identity!.split(':')
  await history.change(id, { identity: ['1', ...others].join(':') })
  const bytes = await readFile(path)
  await writeFile(path, bytes.fill('x'))
  await utimes(path, 1, 1)
  await new Checksums(history, silentLogger).add(id)
  expect(history.get(id).manifest?.sha256).toBeNull()
  const { mtimeNs } = await stat(path, { bigint: true })
  await history.change(id, { identity: `1:${bytes.length}:${mtimeNs}` })
  await new Checksums(history, silentLogger).add(id)
  expect(history.get(id).manifest?.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
})

test('a verification is cancelled before the checksums of other files have been calculated', async () => {
  const { mailroom, history, id, path } = await withoutChecksum()
  const others = Promise.withResolvers<null>()
  onTestFinished(watchFiles((call) => (call.path === path ? others.promise : null)))
  const checksums = new Checksums(history, silentLogger)
  const first = checksums.add(id)
  const ports = testPorts(mailroom.folder)
  const jobs = await Jobs.open({ ports, events: new EventBus(), onBroken: () => expect.fail('The jobs are broken.') })
  const jobId = startVerification(id, { history, checksums }, { jobs, ports })
  // The work begins a moment after the start.
  await Promise.resolve()
  jobs.cancel(jobId)
  await jobs.idle()
  expect(jobs.list().find((job) => job.id === jobId)).toMatchObject({ state: 'cancelled', error: null })
  others.resolve(null)
  await first
  expect(history.get(id)).toMatchObject({ verified: null, manifest: { sha256: expect.any(String) as string } })
})
