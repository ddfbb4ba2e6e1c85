import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { isKilledOften, killPoints, runToPoint, stepsIn } from '#test/core/support/kill-program.ts'
import type { KillPoint } from '#test/core/support/steps.ts'
import { eventually } from '#test/support/eventually.ts'
import { openApp, type OpenApp } from '#test/support/open-app.ts'
import { cells, file, imported } from './support.ts'
import type { KilledImport } from './support/killed-import.ts'

const program = fileURLToPath(new URL('support/killed-import.ts', import.meta.url))
/** Enough for three transactions. */
const records = 48_000

const aimed: readonly KillPoint[] = [
  // The job is about to be saved.
  { step: 'archive', nth: 1 },
  // One transaction has been committed.
  { step: 'added', nth: 1 },
  // Every record has been committed, and the job has not ended.
  { step: 'rename jobs.json', nth: 2 },
]

/** After more rounds, millions of messages would slow down each one. */
const roundsOfArchive = 5

async function openMailroom(): Promise<OpenApp> {
  const mailroom = await openApp()
  await mailroom.addAccount({}, 'keychain')
  return mailroom
}

async function importKilled(mailroom: OpenApp, round: number, point: KillPoint) {
  const { folder, accountId, ask } = mailroom
  const table = Array.from({ length: records }, (_, index) => cells(index, { id: `r${round}-${index}` }))
  const content = await file(mailroom, 'csv', table)
  const path = join(folder, 'import.csv')
  await writeFile(path, content)
  const messages = async () => (await ask('archive.info', { accountId })).messages
  const before = await messages()
  await mailroom.close()
  const flags: KilledImport = { folder, accountId, file: path, point }
  const ran = await runToPoint(program, flags)
  await mailroom.start()
  const kept = (await messages()) - before
  expect(await ask('imports.status', { accountId })).toMatchObject({ added: before + kept })
  const [job] = (await ask('jobs.list')).filter(({ kind, state }) => kind === 'import' && state === 'interrupted')
  if (job) await expectExplained(mailroom, job.id, kept)
  const { report } = await imported(mailroom, content)
  expect(report).toMatchObject({ state: 'whole', added: records - kept, changed: 0, unchanged: kept })
  expect(await ask('imports.status', { accountId })).toMatchObject({ added: before + records })
  expect(await messages()).toBe(before + records)
  for (const { id } of await ask('jobs.list')) await ask('jobs.dismiss', { id })
  return { ran, kept, isListed: job !== undefined }
}

/** The job says how many messages it added to the archive, and so does its report if there is one. */
async function expectExplained({ ask, accountId }: OpenApp, jobId: string, kept: number): Promise<void> {
  const added = `${kept.toLocaleString('en')} ${kept === 1 ? 'message' : 'messages'} added`
  await eventually(async () => {
    const note = (await ask('jobs.list')).find(({ id }) => id === jobId)?.note
    expect(note).toContain(kept > 0 ? added : 'You can safely import')
  })
  const report = await ask('imports.report', { accountId, jobId }).catch(() => ({ added: 0 }))
  expect(report.added).toBe(kept)
}

test('a killed import reports what it had added, and the next one reports its own additions', async () => {
  let mailroom = await openMailroom()
  let round = 0
  const run = (point: KillPoint) => importKilled(mailroom, round++, point)
  const points = await killPoints(aimed, async () => stepsIn((await run({ step: '', nth: 0 })).ran))
  const kept: number[] = []
  for (const point of points) {
    if (round % roundsOfArchive === 0) mailroom = await openMailroom()
    const ended = await run(point)
    if (ended.ran.isKilled && ended.isListed) kept.push(ended.kept)
  }
  expect(kept.length).toBeGreaterThan(isKilledOften ? 0 : points.length - 1)
  expect(kept.some((count) => count > 0 && count < records)).toBe(true)
}, 900_000)
