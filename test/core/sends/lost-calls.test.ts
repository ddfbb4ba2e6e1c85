import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { msPerDay, msPerMinute } from '#shared/domain/base/durations.ts'
import { eventually } from '#test/support/eventually.ts'
import { ManualClock } from '#test/support/manual-clock.ts'
import { openAppAtSandbox } from '#test/support/open-app.ts'
import { inState, many, newDraft, now, summaryOf } from '#test/core/sends/support/sending.ts'

/** A send whose only call was lost, with a response that does not show whether it was accepted. */
async function withLostCall({ profile = {} }: { profile?: { correlateSends?: boolean } } = {}) {
  const clock = new ManualClock(Date.now())
  const mailroom = await openAppAtSandbox({}, () => ({ clock }))
  await mailroom.addAccount(profile, 'keychain')
  const id = await newDraft(mailroom, { rows: many(2) })
  mailroom.service.faults.set([{ kind: 'status', path: '/messages/send', status: 502 }])
  await mailroom.ask('sends.start', { draftId: id, ...now })
  clock.advance(1)
  await inState(mailroom, id, 'sent')
  mailroom.service.faults.clear()
  return { mailroom, clock, id }
}

test('a call that never arrived counts as not sent, once its records would exist', async () => {
  const { mailroom, clock, id } = await withLostCall()
  await mailroom.restart()
  expect(await summaryOf(mailroom, id)).toMatchObject({ state: 'sent', unknown: 2, absent: 0 })
  // Mailroom looks for the call at the start, and repeats that until the outcome is known.
  await eventually(async () => {
    clock.advance(msPerMinute)
    expect(await summaryOf(mailroom, id)).toMatchObject({ state: 'failed', unknown: 0, absent: 2 })
  })
  expect((await summaryOf(mailroom, id)).note).toBe('Some calls never arrived: the service has no record of them.')
  await mailroom.restart()
  expect(await summaryOf(mailroom, id)).toMatchObject({ state: 'failed', absent: 2 })
})

test('a call that cannot be distinguished from others stays unknown forever', async () => {
  const { mailroom, clock, id } = await withLostCall({ profile: { correlateSends: false } })
  clock.advance(60 * msPerMinute)
  expect(await mailroom.ask('sends.check', { id })).toMatchObject({ unknown: 2, absent: 0 })
})

test.each([
  ['a marked call is searched for after the account stops marking', true, { unknown: 0, absent: 2 }],
  ['an unmarked call stays unknown after the account starts marking', false, { unknown: 2, absent: 0 }],
])('%s', async (_title, correlateSends, found) => {
  const { mailroom, clock, id } = await withLostCall({ profile: { correlateSends } })
  const { key } = mailroom.service.credentials
  const profile = mailroom.profile({ correlateSends: !correlateSends })
  await mailroom.ask('accounts.update', { id: mailroom.accountId, profile, key, keep: 'keychain' })
  expect(await mailroom.ask('sends.rest', { id, only: null })).toMatchObject({ unknown: 2, isMarked: correlateSends })
  await mailroom.close()
  // As after a crash between the removal of the outcome and the note that the call was sent.
  await rm(join(mailroom.folder, 'outcomes.json'))
  await mailroom.start()
  clock.advance(16 * msPerMinute)
  expect(await mailroom.ask('sends.check', { id })).toMatchObject(found)
})

test('a call that stays unknown is looked up automatically for a day, and after that only on request', async () => {
  const { mailroom, clock, id } = await withLostCall()
  const { ask, service } = mailroom
  service.faults.set([{ kind: 'status', path: '/statistics/messages', status: 403 }])
  const looks = () => service.control.requests().filter(({ path }) => path.includes('/statistics/messages')).length
  const planned = () => ask('sends.rest', { id, only: null })
  expect(await planned()).toMatchObject({ unknown: 2, isWatched: true })
  // Checks run one at a time: once this one has ended, so has the automatic one.
  const check = () => expect(ask('sends.check', { id })).rejects.toThrow()
  for (let hour = 0; hour < 23; hour++) {
    const before = looks()
    clock.advance(60 * msPerMinute)
    await check()
    expect(looks()).toBe(before + 2)
  }
  clock.advance(2 * 60 * msPerMinute)
  await check()
  expect(await planned()).toMatchObject({ unknown: 2, isWatched: false })
  const before = looks()
  clock.advance(msPerDay)
  await check()
  expect(looks()).toBe(before + 1)
  service.faults.clear()
  expect(await ask('sends.check', { id })).toMatchObject({ state: 'failed', absent: 2 })
})

test('Check now looks at once, and reports no result before records can exist', async () => {
  const { mailroom, clock, id } = await withLostCall()
  expect(await mailroom.ask('sends.check', { id })).toMatchObject({ unknown: 2, absent: 0 })
  clock.advance(16 * msPerMinute)
  expect(await mailroom.ask('sends.check', { id })).toMatchObject({ state: 'failed', unknown: 0, absent: 2 })
})

test('an account can be removed during a call of its send', async () => {
  const mailroom = await openAppAtSandbox()
  const { id: accountId } = await mailroom.addAccount({}, 'keychain')
  const draftId = await newDraft(mailroom, { rows: many(2) })
  mailroom.service.faults.set([{ kind: 'hang', path: '/messages/send' }])
  await mailroom.ask('sends.start', { draftId, ...now })
  await eventually(() => {
    expect(mailroom.service.control.requests().filter(({ fault }) => fault === 'hang')).toHaveLength(1)
  })
  await mailroom.ask('accounts.remove', { id: accountId, archive: 'delete' })
  await expect(mailroom.ask('sends.get', { id: draftId })).rejects.toMatchObject({ code: 'not-found' })
})
