import { expect, test } from 'vitest'
import { json } from '#test/support/api-client.ts'
import { answering } from '#test/support/failing-service.ts'
import { openAppAtSandbox } from '#test/support/open-app.ts'
import { inState, letter, many, newDraft, now } from '#test/core/sends/support/sending.ts'

type Call = { to: { address: string }[]; cc?: unknown[]; bcc?: unknown[] }

/** A service that refuses a call with one of these addresses, for a reason that our own checks do not cover. */
async function refusing(isBad: (address: string) => boolean, reasonOf = (address: string) => `${address} is unwanted`) {
  const got: string[] = []
  let calls = 0
  const baseUrl = await answering(({ url, body }, response) => {
    if (!url.endsWith('/messages/send')) return json(response, { items: [], total: 0 })
    calls += 1
    const addresses = (JSON.parse(body) as Call).to.map(({ address }) => address)
    const bad = addresses.find(isBad)
    if (bad !== undefined) return json(response, { error: reasonOf(bad) }, 422)
    got.push(...addresses)
    return json(response, { status: 'success' })
  })
  const mailroom = await openAppAtSandbox()
  await mailroom.addAccount({ baseUrl, acceptPlainHttp: true }, 'keychain')
  return { mailroom, got, calls: () => calls }
}

test('if the service refuses one recipient, all others get the message', async () => {
  const { mailroom, got, calls } = await refusing((address) => address === 'reader371@example.org')
  const id = await newDraft(mailroom, { rows: many(6000) })
  await mailroom.ask('sends.start', { draftId: id, ...now })
  expect(await inState(mailroom, id, 'sent')).toMatchObject({ sent: 5999, refused: 1, unknown: 0, absent: 0 })
  expect(new Set(got).size).toBe(5999)
  expect(got).toHaveLength(5999)
  expect(calls()).toBeLessThanOrEqual(20 + 11)
  await mailroom.restart()
  const { batches } = await mailroom.ask('sends.get', { id })
  // The halves are separate calls in the order of the recipients, and no recipient is missing.
  let next = 0
  for (const { first, recipients } of batches) {
    expect(first).toBe(next)
    next += recipients
  }
  expect(next).toBe(6000)
  expect(new Set(batches.map((batch) => batch.id)).size).toBe(batches.length)
  const [refused] = batches.filter(({ state }) => state === 'refused')
  expect(refused).toMatchObject({ first: 371, recipients: 1 })
  expect(refused?.problem).toContain('reader371@example.org is unwanted')
  const filtered = await mailroom.ask('sends.recipients', { id, offset: 0, limit: 10, state: 'call:refused' })
  expect(filtered.recipients.map(({ address }) => address)).toEqual(['reader371@example.org'])
})

test('a message that the service refuses for everybody is not tried for each recipient', async () => {
  const { mailroom, got, calls } = await refusing(
    () => true,
    () => 'The text has no footer.',
  )
  const id = await newDraft(mailroom, { content: letter, rows: many(500) })
  await mailroom.ask('sends.start', { draftId: id, ...now })
  const { note, refused } = await inState(mailroom, id, 'failed')
  expect(note).toContain('The text has no footer.')
  expect(refused).toBe(500)
  expect(got).toEqual([])
  expect(calls()).toBe(3)
})

/** A service that responds to each call for a send as `statusOf` says, and how many copies each accepted call had. */
async function copying(statusOf: (addresses: readonly string[], call: number) => number) {
  const copied: string[] = []
  let calls = 0
  const baseUrl = await answering(({ url, body }, response) => {
    if (!url.endsWith('/messages/send')) return json(response, { items: [], total: 0 })
    const { to, cc, bcc } = JSON.parse(body) as Call
    calls += 1
    const status = statusOf(
      to.map(({ address }) => address),
      calls,
    )
    if (status !== 200) return json(response, { error: 'unwanted' }, status)
    copied.push(`${cc?.length ?? 0} ${bcc?.length ?? 0}`)
    return json(response, { status: 'success' })
  })
  const mailroom = await openAppAtSandbox()
  await mailroom.addAccount({ baseUrl, acceptPlainHttp: true, ccAndBcc: true }, 'keychain')
  const content = {
    cc: [{ address: 'chief@shop.example', name: '' }],
    bcc: [{ address: 'log@shop.example', name: '' }],
  }
  const id = await newDraft(mailroom, { content, rows: many(16) })
  await mailroom.ask('sends.start', { draftId: id, ...now })
  return { mailroom, id, copied }
}

test('Cc and Bcc recipients get one copy of a call that is split', async () => {
  const { mailroom, id, copied } = await copying((to) => (to.includes('reader3@example.org') ? 422 : 200))
  expect(await inState(mailroom, id, 'sent')).toMatchObject({ sent: 15, refused: 1 })
  expect(copied).toEqual(['1 1', '0 0', '0 0', '0 0'])
})

test.each([false, true])(
  'and one copy if the send was paused between the parts (restarted: %s)',
  async (isRestarted) => {
    // The first part waits because the service refuses the key, so the second is not sent either.
    const { mailroom, id, copied } = await copying((_to, call) => [422, 401][call - 1] ?? 200)
    await inState(mailroom, id, 'paused')
    if (isRestarted) await mailroom.restart()
    await mailroom.ask('sends.resume', { id })
    expect(await inState(mailroom, id, 'sent')).toMatchObject({ sent: 16 })
    expect(copied).toEqual(['1 1', '0 0'])
  },
)

test('calls that are too large for the service are made smaller, unless the message is what is large', async () => {
  const got: number[] = []
  let calls = 0
  const baseUrl = await answering(({ url, body }, response) => {
    if (!url.endsWith('/messages/send')) return json(response, { items: [], total: 0 })
    calls += 1
    if (body.length > 20_000) return json(response, { error: 'Too large' }, 413)
    got.push((JSON.parse(body) as Call).to.length)
    return json(response, { status: 'success' })
  })
  const mailroom = await openAppAtSandbox()
  await mailroom.addAccount({ baseUrl, acceptPlainHttp: true }, 'keychain')
  const rows = many(400).map((row) => ({ ...row, values: ['x'.repeat(500)] }))
  const id = await newDraft(mailroom, { rows })
  await mailroom.ask('sends.start', { draftId: id, ...now })
  expect(await inState(mailroom, id, 'sent')).toMatchObject({ sent: 400 })
  expect(got).toEqual(Array.from({ length: 16 }, () => 25))
  calls = 0
  const large = await newDraft(mailroom, { content: { html: `<p>${'x'.repeat(40_000)}</p>` }, rows: many(400) })
  await mailroom.ask('sends.start', { draftId: large, ...now })
  expect(await inState(mailroom, large, 'failed')).toMatchObject({ refused: 400 })
  expect(calls).toBe(3)
})
