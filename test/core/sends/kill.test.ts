import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { SendBatch } from '#shared/contract/base/sends.ts'
import { isKilledOften, killPoints, runToPoint, stepsIn, type Ran } from '#test/core/support/kill-program.ts'
import type { KillPoint } from '#test/core/support/steps.ts'
import { openAppAtSandbox } from '#test/support/open-app.ts'
import type { KilledSend } from './support/killed-send.ts'
import { inState, newDraft, person, type Mailroom } from './support/sending.ts'

const program = fileURLToPath(new URL('support/killed-send.ts', import.meta.url))
/** Four batches are sent at once, so a fifth has to wait. */
const recipients = isKilledOften ? 3000 : 2001

/** No call has begun yet, so every batch is waiting. */
const beforeAnyCall: KillPoint = { step: 'rename outcomes.json', nth: 1 }

const aimed: readonly KillPoint[] = [
  beforeAnyCall,
  // The plan is in the folder of the draft, which is not a send yet.
  { step: 'mkdir sends', nth: 1 },
  // The first batch is marked as started, but the mark may not be on the disk.
  { step: 'datasync batches.jsonl', nth: 1 },
  // The mark is on the disk, and no call has been sent.
  { step: 'call', nth: 1 },
  // Some calls have been sent completely.
  { step: 'sent', nth: 3 },
  // The response has arrived, but is not recorded.
  { step: 'answered', nth: 1 },
  // All calls have been sent, but the send is not marked as done.
  { step: 'rename send.json', nth: 3 },
]

/** How many mails each recipient of a round got. */
function mailsOf({ service }: Mailroom, round: number): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { email } of service.control.outbox(recipients * 2)) {
    if (email.startsWith(`r${round}-`)) counts.set(email, (counts.get(email) ?? 0) + 1)
  }
  return counts
}

/** The journal is correct for each recipient; in an unknown batch, either all of them got the message or none. */
function expectTrue(batches: readonly SendBatch[], round: number, mails: ReadonlyMap<string, number>): void {
  const told = batches.map(({ first, recipients: count, state }) => {
    const got = Array.from({ length: count }, (_, index) => mails.get(addressOf(round, first + index)) ?? 0)
    return { state, got: [...new Set(got)] }
  })
  for (const { state, got } of told) {
    const possible = state === 'sent' ? [[1]] : state === 'unknown' ? [[0], [1]] : [[0]]
    expect(possible).toContainEqual(got)
  }
}

const addressOf = (round: number, index: number) => `r${round}-${index}@example.org`

/** Sends until it is killed, restarts, and sends the rest. Returns the state of the send at the restart. */
async function sendKilled(mailroom: Mailroom, round: number, point: KillPoint): Promise<{ ran: Ran; state: string }> {
  const { ask, accountId, folder, secrets } = mailroom
  const rows = Array.from({ length: recipients }, (_, index) => person(addressOf(round, index), { values: ['x'] }))
  const draftId = await newDraft(mailroom, { rows })
  const secret = (await secrets.get(accountId))!
  await mailroom.close()
  const flags: KilledSend = { folder, accountId, secret, draftId, point }
  const ran = await runToPoint(program, flags)
  await mailroom.start()
  const isDraft = (await ask('drafts.list', { accountId })).some((draft) => draft.id === draftId)
  if (isDraft) {
    expect(mailsOf(mailroom, round).size).toBe(0)
    expect(await ask('drafts.people', { id: draftId, from: 0, count: 5000 })).toEqual(rows)
    return { ran, state: 'draft' }
  }
  const before = await ask('sends.get', { id: draftId })
  expect(['interrupted', 'paused', 'sent']).toContain(before.summary.state)
  expectTrue(before.batches, round, mailsOf(mailroom, round))
  if (point === beforeAnyCall) expect(before.summary).toMatchObject({ state: 'interrupted', sent: 0, unknown: 0 })
  await ask('sends.resume', { id: draftId })
  await inState(mailroom, draftId, 'sent')
  const after = await ask('sends.get', { id: draftId })
  const mails = mailsOf(mailroom, round)
  expectTrue(after.batches, round, mails)
  expect(Math.max(...mails.values())).toBe(1)
  const unknown = after.batches.filter(({ state }) => state === 'unknown')
  expect(mails.size).toBeGreaterThanOrEqual(recipients - unknown.length * 500)
  return { ran, state: before.summary.state }
}

test('nothing is sent twice, and all sent messages are known, when Mailroom is killed during a send', async () => {
  const mailroom = await openAppAtSandbox()
  await mailroom.addAccount({}, 'keychain')
  let round = 0
  const points = await killPoints(aimed, async () =>
    stepsIn((await sendKilled(mailroom, round++, { step: '', nth: 0 })).ran),
  )
  const seen = new Set<string>()
  let killed = 0
  for (const point of points) {
    const { ran, state } = await sendKilled(mailroom, round++, point)
    seen.add(state)
    if (ran.isKilled) killed += 1
  }
  expect(killed).toBeGreaterThan(isKilledOften ? 0 : points.length - 1)
  expect([...seen]).toContain('interrupted')
}, 600_000)
