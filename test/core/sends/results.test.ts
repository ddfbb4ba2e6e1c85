import { expect, test } from 'vitest'
import { openAccount } from '#test/support/open-app.ts'
import { inState, newDraft, now, person } from './support/sending.ts'

test('recipients are listed by the state of their records, and those without one apart', async () => {
  const mailroom = await openAccount()
  const { ask, accountId } = mailroom
  const rows = ['reject+1', 'dan', 'reject+2', 'error'].map((name) => person(`${name}@example.org`))
  const id = await newDraft(mailroom, { content: { subject: 'Hi', html: '<p>Hi</p>', text: 'Hi' }, rows })
  const { createdAt } = await ask('sends.start', { draftId: id, ...now })
  await inState(mailroom, id, 'sent')
  const inGroup = async (state: string, offset = 0) => {
    const { recipients, total } = await ask('sends.recipients', { id, offset, limit: 1, state })
    return { addresses: recipients.map(({ address, index }) => `${index} ${address}`), total }
  }
  expect(await inGroup('call:sent', 3)).toEqual({ addresses: ['3 error@example.org'], total: 4 })

  const { batches } = await ask('sends.get', { id })
  await ask('sends.findTest', { accountId, sendId: batches[0]!.id, sentAt: createdAt })
  const counts = await ask('sends.counts', { id })
  expect(counts).toEqual({ rejected: 2, requested: 2 })
  for (const [state, count] of Object.entries(counts)) expect(await inGroup(state)).toMatchObject({ total: count })
  expect(await inGroup('rejected')).toEqual({ addresses: ['0 reject+1@example.org'], total: 2 })
  expect(await inGroup('rejected', 1)).toEqual({ addresses: ['2 reject+2@example.org'], total: 2 })
  expect(await inGroup('call:sent')).toEqual({ addresses: [], total: 0 })
})

test('recipients in one state are the same as those of the whole list, from every place in it', async () => {
  const mailroom = await openAccount()
  const { ask, accountId } = mailroom
  const names = Array.from({ length: 1500 }, (_none, index) => `${index % 3 === 0 ? 'reject+' : 'dan'}${index}`)
  const rows = names.map((name) => person(`${name}@example.org`))
  const id = await newDraft(mailroom, { content: { subject: 'Hi', html: '<p>Hi</p>', text: 'Hi' }, rows })
  const { createdAt } = await ask('sends.start', { draftId: id, ...now })
  await inState(mailroom, id, 'sent')
  const { batches } = await ask('sends.get', { id })
  // The last batch has no records yet.
  for (const { id: sendId } of batches.slice(0, -1))
    await ask('sends.findTest', { accountId, sendId, sentAt: createdAt })
  const read = async (offset: number, state?: string) =>
    ask('sends.recipients', { id, offset, limit: 200, ...(state !== undefined && { state }) })
  const all = []
  for (let offset = 0; offset < 1500; offset += 200) all.push(...(await read(offset)).recipients)
  const counts = await ask('sends.counts', { id })
  expect(counts).toMatchObject({ 'call:sent': 500, rejected: 334 })
  for (const [state, count] of Object.entries(counts)) {
    const expected = all.filter((each) => (each.state ?? 'call:sent') === state)
    expect(expected).toHaveLength(count)
    for (const offset of [0, 150, 290, Math.max(0, count - 10)]) {
      expect(await read(offset, state)).toEqual({ recipients: expected.slice(offset, offset + 200), total: count })
    }
  }
})
