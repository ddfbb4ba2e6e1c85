import { expect, test } from 'vitest'
import type { CommandInput } from '#shared/contract/table.ts'
import { openAccount } from '#test/support/open-app.ts'
import { inState, newDraft, now, person } from './support/sending.ts'

test('recipients are listed by the state of their records, and those without a record separately', async () => {
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

test('recipients in one state are the same as in the whole list, from every position', async () => {
  const mailroom = await openAccount()
  const { ask, accountId } = mailroom
  const names = Array.from({ length: 1500 }, (_none, index) => `${index % 3 === 0 ? 'reject+' : 'dan'}${index}`)
  const rows = names.map((name) => person(`${name}@example.org`))
  const id = await newDraft(mailroom, { content: { subject: 'Hi', html: '<p>Hi</p>', text: 'Hi' }, rows })
  const { createdAt } = await ask('sends.start', { draftId: id, ...now })
  await inState(mailroom, id, 'sent')
  const { batches } = await ask('sends.get', { id })
  // The records of the last batch do not exist yet.
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

test('all recipients are sorted together, with the records of each, even if they are filtered', async () => {
  // The states must not change while the pages are read.
  const mailroom = await openAccount({}, { clock: { running: false } })
  const { ask, accountId } = mailroom
  const rows = Array.from({ length: 1200 }, (_none, index) => ({
    ...person(`${index % 3 === 0 ? 'reject+' : 'dan'}${(index * 7) % 1200}@example.org`),
    name: index % 2 === 0 ? `ann ${index % 5}` : `Bo ${index % 5}`,
  }))
  const id = await newDraft(mailroom, { content: { subject: 'Hi', html: '<p>Hi</p>', text: 'Hi' }, rows })
  const { createdAt } = await ask('sends.start', { draftId: id, ...now })
  await inState(mailroom, id, 'sent')
  const { batches } = await ask('sends.get', { id })
  for (const { id: sendId } of batches.slice(0, -1))
    await ask('sends.findTest', { accountId, sendId, sentAt: createdAt })
  const pages = async (wanted: Omit<CommandInput<'sends.recipients'>, 'id' | 'offset' | 'limit'>) => {
    const all = []
    for (let [offset, count] = [0, 1]; offset < count; offset += 170) {
      const { recipients, total } = await ask('sends.recipients', { id, offset, limit: 170, ...wanted })
      all.push(...recipients)
      count = total
    }
    return all
  }
  const asSent = await pages({})
  const text = { address: (at: number) => asSent[at]!.address, name: (at: number) => asSent[at]!.name.toLowerCase() }
  for (const field of ['address', 'name'] as const) {
    const compare = (one: number, other: number) =>
      text[field](one) < text[field](other) ? -1 : text[field](one) > text[field](other) ? 1 : 0
    for (const [descending, sign] of [
      [false, 1],
      [true, -1],
    ] as const) {
      const sorted = asSent.toSorted((one, other) => sign * compare(one.index, other.index))
      expect(await pages({ sort: { field, descending } })).toEqual(sorted)
      expect(await pages({ sort: { field, descending }, state: 'rejected' })).toEqual(
        sorted.filter(({ state }) => state === 'rejected'),
      )
    }
  }
  expect(await pages({ sort: { field: 'number', descending: true } })).toEqual(asSent.toReversed())
  const byState = await pages({ sort: { field: 'state', descending: false } })
  const groups = Object.keys(await ask('sends.counts', { id }))
  expect(groups).toHaveLength(3)
  const inOrder = byState.map(({ state }) => state ?? 'call:sent')
  expect(inOrder.filter((state, at) => state !== inOrder[at - 1])).toHaveLength(3)
  expect(inOrder.at(-1)).toBe('call:sent')
  expect(byState.toSorted((one, other) => one.index - other.index)).toEqual(asSent)
})
