import { expect, test } from 'vitest'
import { eventually } from '#test/support/eventually.ts'
import { openAccount } from '#test/support/open-app.ts'
import { inState, many, newDraft, now } from '#test/core/compose/support/sending.ts'

test.each(['compose.pauseSend', 'compose.cancelSend'] as const)(
  'a send ends as sent after %s in its last call',
  async (halt) => {
    const mailroom = await openAccount()
    const { ask } = mailroom
    const id = await newDraft(mailroom, { rows: many(2) })
    mailroom.service.faults.set([{ kind: 'delay', path: '/messages/send', delayMs: 500 }])
    await ask('compose.send', { draftId: id, ...now })
    const shown = () => ask('compose.sends', { accountId: mailroom.accountId })
    await eventually(async () => expect(await shown()).toMatchObject([{ underWay: 2 }]))
    await ask(halt, { id })
    const state = halt === 'compose.pauseSend' ? 'paused' : 'stopped'
    expect(await shown()).toMatchObject([{ state, sent: 0, underWay: 2 }])
    expect(await ask('sends.settled', { id })).toMatchObject({ state: 'sent', sent: 2, underWay: 0, note: '' })
    await eventually(async () => expect(await ask('jobs.list')).toMatchObject([{ kind: 'compose', state: 'done' }]))
  },
)

test('a send that is paused and resumed in quick turns takes no batch twice', async () => {
  const mailroom = await openAccount()
  const { ask } = mailroom
  const id = await newDraft(mailroom, { rows: many(6000) })
  await ask('compose.send', { draftId: id, ...now })
  await inState(mailroom, id, 'sending')
  for (let turn = 0; turn < 12; turn++) {
    // The batches in hand have not been noted yet.
    await Promise.all([ask('compose.pauseSend', { id }), ask('compose.resumeSend', { id })])
  }
  expect(await inState(mailroom, id, 'sent')).toMatchObject({ sent: 6000, unknown: 0, note: '' })
  expect(mailroom.service.control.outbox(9000)).toHaveLength(6000)
})
