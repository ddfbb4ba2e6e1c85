import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { SendBatch } from '#shared/contract/base/sends.ts'
import { killAfter, killRounds } from '#test/core/support/kill-program.ts'
import { openAppAtSandbox } from '#test/support/open-app.ts'
import { createRandom } from '../archive/support/generate.ts'
import { inState, newDraft, person, type Mailroom } from './support/sending.ts'

const program = fileURLToPath(new URL('support/killed-send.ts', import.meta.url))
/** Each starts Mailroom twice. */
const rounds = killRounds(20)
const recipients = 3000

/** How many mails each recipient of a round has got. */
function mailsOf({ service }: Mailroom, round: number): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { email } of service.control.outbox(recipients * 2)) {
    if (email.startsWith(`r${round}-`)) counts.set(email, (counts.get(email) ?? 0) + 1)
  }
  return counts
}

/** What the journal says of each recipient is true; of a batch that is unknown, all have got it, or nobody. */
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

test('nothing is sent twice, and what was sent is known, when Mailroom is killed while it sends', async () => {
  const mailroom = await openAppAtSandbox()
  await mailroom.addAccount({}, 'keychain')
  const { ask, accountId, folder, secrets } = mailroom
  const secret = (await secrets.get(accountId))!
  const random = createRandom(13)
  const seen = new Set<string>()
  for (let round = 0; round < rounds; round++) {
    const rows = Array.from({ length: recipients }, (_, index) => person(addressOf(round, index), { values: ['x'] }))
    const id = await newDraft(mailroom, { rows })
    await mailroom.close()
    await killAfter(program, [folder, accountId, secret, id], Math.floor(random() * 900))
    await mailroom.start()
    const isDraft = (await ask('compose.drafts', { accountId })).some((draft) => draft.id === id)
    seen.add(isDraft ? 'draft' : (await ask('compose.sendDetail', { id })).summary.state)
    if (isDraft) {
      expect(mailsOf(mailroom, round).size).toBe(0)
      expect(await ask('compose.people', { id, from: 0, count: 5000 })).toEqual(rows)
      continue
    }
    const before = await ask('compose.sendDetail', { id })
    expect(['interrupted', 'paused', 'sent']).toContain(before.summary.state)
    expectTrue(before.batches, round, mailsOf(mailroom, round))
    await ask('compose.resumeSend', { id })
    await inState(mailroom, id, 'sent')
    const after = await ask('compose.sendDetail', { id })
    const mails = mailsOf(mailroom, round)
    expectTrue(after.batches, round, mails)
    expect(Math.max(...mails.values())).toBe(1)
    const unknown = after.batches.filter(({ state }) => state === 'unknown')
    expect(mails.size).toBeGreaterThanOrEqual(recipients - unknown.length * 500)
  }
  expect([...seen]).toContain('interrupted')
}, 600_000)
