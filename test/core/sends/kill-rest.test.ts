import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { msPerMinute } from '#shared/domain/base/durations.ts'
import { inState, newDraft, person, type Mailroom } from '#test/core/sends/support/sending.ts'
import { isKilledOften, killPoints, runToPoint, stepsIn } from '#test/core/support/kill-program.ts'
import type { KillPoint } from '#test/core/support/steps.ts'
import { eventually } from '#test/support/eventually.ts'
import { ManualClock } from '#test/support/manual-clock.ts'
import { openAppAtSandbox } from '#test/support/open-app.ts'

const program = fileURLToPath(new URL('./support/killed-send.ts', import.meta.url))
/** Four batches are sent at once, so a fifth has to wait. */
const recipients = 2001

const aimed: readonly KillPoint[] = [
  { step: 'call', nth: 2 },
  { step: 'answered', nth: 2 },
  // A refused call was split in two.
  { step: 'datasync batches.jsonl', nth: 6 },
  { step: 'datasync batches.jsonl', nth: 9 },
  { step: 'rename send.json', nth: 3 },
]

const roundsOfService = 8

async function openMailroom(): Promise<Mailroom> {
  const mailroom = await openAppAtSandbox()
  await mailroom.addAccount({}, 'keychain')
  return mailroom
}

const addressOf = (round: number, index: number) => `r${round}-${index}@example.org`

/** How often each recipient of a round got the message. */
function mailsOf({ service }: Mailroom, round: number): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { email } of service.control.outbox(recipients * 2)) {
    if (email.startsWith(`r${round}-`)) counts.set(email, (counts.get(email) ?? 0) + 1)
  }
  return counts
}

/** Uses every action that the page offers after failures, until all recipients have the message. */
async function complete(mailroom: Mailroom, id: string, clock: ManualClock): Promise<void> {
  const { ask } = mailroom
  await ask('sends.resume', { id })
  await eventually(async () => {
    const { summary } = await ask('sends.get', { id })
    expect(['sent', 'failed']).toContain(summary.state)
  })
  // Every lost call has its records by now, or never arrived.
  clock.advance(16 * msPerMinute)
  expect(await ask('sends.check', { id })).toMatchObject({ unknown: 0 })
  const { recipients: left } = await ask('sends.rest', { id, only: null })
  if (left === 0) return
  const rest = await ask('sends.startRest', { id, only: null, undoSeconds: 0 })
  clock.advance(1)
  await inState(mailroom, rest.id, 'sent')
}

/** Returns how many steps the program made, and whether the send had begun. */
async function sendKilled(mailroom: Mailroom, round: number, point: KillPoint) {
  const { ask, accountId, folder, secrets, service } = mailroom
  const rows = Array.from({ length: recipients }, (_, index) => person(addressOf(round, index), { values: ['x'] }))
  const draftId = await newDraft(mailroom, { rows })
  const secret = (await secrets.get(accountId))!
  await mailroom.close()
  // The program would open leftovers of earlier rounds, which would add steps.
  await rm(join(folder, 'compose', 'sends'), { recursive: true, force: true })
  const drafts = join(folder, 'compose', 'drafts')
  for (const id of await readdir(drafts)) if (id !== draftId) await rm(join(drafts, id), { recursive: true })
  service.faults.set([
    { kind: 'status', path: '/messages/send', status: 409, times: 1 },
    { kind: 'status', path: '/messages/send', status: 422, times: 1 },
    { kind: 'delay', path: '/messages/send', delayMs: 20 },
  ])
  const ran = await runToPoint(program, { folder, accountId, secret, draftId, point })
  service.faults.clear()
  const clock = new ManualClock(Date.now(), { skips: 10_000 })
  await mailroom.start(() => ({ clock }))
  const isDraft = (await ask('drafts.list', { accountId })).some((draft) => draft.id === draftId)
  if (isDraft) expect(mailsOf(mailroom, round).size).toBe(0)
  else {
    await complete(mailroom, draftId, clock)
    const mails = mailsOf(mailroom, round)
    expect(Math.max(...mails.values()), 'nobody gets it twice').toBe(1)
    expect(mails.size, 'everybody gets it').toBe(recipients)
  }
  return { ran, isDraft }
}

test('a send that was partly refused and then killed can be completed, with one message for each recipient', async () => {
  let mailroom = await openMailroom()
  let round = 0
  const points = await killPoints(aimed, async () =>
    stepsIn((await sendKilled(mailroom, round++, { step: '', nth: 0 })).ran),
  )
  let begun = 0
  for (const point of points) {
    // The search for lost calls reads at most 20,000 messages of the same time.
    if (round % roundsOfService === 0) mailroom = await openMailroom()
    const { ran, isDraft } = await sendKilled(mailroom, round++, point)
    if (ran.isKilled && !isDraft) begun += 1
  }
  expect(begun).toBeGreaterThan(isKilledOften ? 0 : points.length - 1)
}, 900_000)
