import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { Archive } from '#core/archive/engine/archive.ts'
import { systemClock } from '#core/node/system-clock.ts'
import { generateMessages } from '#test/core/archive/support/generate.ts'
import { addFile, newDraft, person } from '#test/core/sends/support/sending.ts'
import { isKilledOften, killPoints, runToPoint, stepsIn } from '#test/core/support/kill-program.ts'
import type { KillPoint } from '#test/core/support/steps.ts'
import { CapturedLogger } from '#test/support/captured-logger.ts'
import { eventually } from '#test/support/eventually.ts'
import { openApp, type OpenApp } from '#test/support/open-app.ts'
import { workerCode } from '#test/support/worker-code.ts'
import { filesNaming } from './support/files-naming.ts'
import type { KilledErasure } from './support/killed-erasure.ts'

const program = fileURLToPath(new URL('support/killed-erasure.ts', import.meta.url))

/** The request is not saved, so the erasure has not begun. */
const beforeTheNote: KillPoint = { step: 'rename erasures.json', nth: 1 }

const aimed: readonly KillPoint[] = [
  beforeTheNote,
  // The archive is about to be changed.
  { step: 'archive', nth: 1 },
  // The archive is done, and no other room.
  { step: 'open people.jsonl.part', nth: 1 },
  // The people in copy are about to be rewritten; the recipients follow.
  { step: 'rename content.json', nth: 1 },
  // The draft’s content no longer refers to the person or to their file, but the file still exists.
  { step: 'rm ID', nth: 1 },
  // The person’s file is removed, but the person is still among the recipients.
  { step: 'rename people.jsonl', nth: 1 },
  // The notes are about to be replaced.
  { step: 'rename ID.json', nth: 1 },
  // Every room is done, but the request is not removed yet.
  { step: 'rename erasures.json', nth: 2 },
]

/** Creates every kind of data that can contain this person’s name. */
async function addPerson(mailroom: OpenApp, email: string): Promise<string> {
  const { ask, accountId, folder } = mailroom
  const id = await newDraft(mailroom, {
    rows: [person('bob@example.org'), person(email)],
    content: { cc: [{ address: email, name: '' }] },
  })
  const file = await addFile(mailroom, id, { name: 'invoice.txt', kind: 'row', bytes: `Invoice of ${email}` })
  const removed = person(email, { name: 'Removed', parts: [file.id] })
  await ask('drafts.save', { id, content: { parts: [file] }, people: { at: 1, remove: 1, rows: [removed] } })
  const added = person(email, { name: 'Added', parts: [file.id] })
  await ask('drafts.save', { id, people: { at: 1, remove: 1, rows: [added] } })
  await rm(join(folder, 'invoice.txt'))
  await ask('notes.add', { accountId, id: randomUUID(), day: '2026-01-15', text: `${email} called` })
  await mailroom.close()
  const archive = await Archive.open({
    folder: join(folder, 'accounts', accountId),
    worker: workerCode('archive'),
    logger: new CapturedLogger(),
    clock: systemClock,
  })
  const [theirs, ...others] = generateMessages({ count: 300, seed: 1 })
  await archive.import([{ ...theirs!, id: `of-${id}`, email }, ...others])
  await archive.close()
  return id
}

async function eraseKilled(mailroom: OpenApp, email: string, point: KillPoint) {
  const { folder, accountId, ask } = mailroom
  const draft = await addPerson(mailroom, email)
  const before = await filesNaming(folder, email)
  expect(before.length).toBeGreaterThanOrEqual(3)
  const flags: KilledErasure = { folder, accountId, email, point }
  const ran = await runToPoint(program, flags)
  // A request that was only partly written does not count.
  const after = (await filesNaming(folder, email)).filter((path) => !path.includes('.part'))
  const isBegun = after.join() !== before.join()
  await mailroom.start()
  const get = () => ask('recipients.get', { accountId, email, zone: 'UTC', offset: 0, limit: 10 })
  if (!isBegun) {
    expect(await get()).toMatchObject({ total: 1, erased: false, unfinishedErasure: null })
    expect((await ask('drafts.get', { id: draft })).people.rows).toHaveLength(2)
    expect(await filesNaming(folder, email)).toEqual(before)
    return { ran, isBegun }
  }
  await eventually(async () => expect(await get()).toMatchObject({ total: 0, erased: true, unfinishedErasure: null }))
  expect(await filesNaming(folder, email)).toEqual([])
  const { people, content } = await ask('drafts.get', { id: draft })
  expect([people.rows.map(({ address }) => address), content.cc]).toEqual([['bob@example.org'], []])
  return { ran, isBegun }
}

test('an erasure is complete or not begun after Mailroom is killed in the middle of it', async () => {
  const mailroom = await openApp()
  await mailroom.addAccount({}, 'keychain')
  let round = 0
  const erase = (point: KillPoint) => eraseKilled(mailroom, `unmistakable${round++}@private${round}.example`, point)
  const points = await killPoints(aimed, async () => stepsIn((await erase({ step: '', nth: 0 })).ran))
  let killed = 0
  for (const point of points) {
    const { ran, isBegun } = await erase(point)
    if (ran.isKilled) killed += 1
    expect([point, isBegun]).toEqual([point, isKilledOften ? expect.any(Boolean) : point !== beforeTheNote])
  }
  expect(killed).toBeGreaterThan(isKilledOften ? 0 : points.length - 1)
}, 600_000)
