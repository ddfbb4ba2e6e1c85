import { expect } from '@playwright/test'
import { everything, layoutOf } from '#test/core/exports/support/exporting.ts'
import type { Ask } from '#test/support/test-ports.ts'

/** The id of a send of the current account in this state, with recipients whose names and states differ in length. */
export async function makeSend(ask: Ask, state: 'sent' | 'failed' = 'sent'): Promise<string> {
  const { currentId: accountId } = await ask('accounts.list')
  if (accountId === null) throw new Error('There is no account.')
  const { id } = await ask('drafts.create', { accountId, start: { from: 'blank' } })
  const content = {
    from: { address: 'hello@shop.example', name: 'Shop' },
    subject: 'News of the shop',
    html: '<p>Hello</p>',
    text: 'Hello',
    textMode: 'written',
  } as const
  const named = { jane: 'Jane', 'reject+1': 'Rosalind Elsie Franklin of the second floor', bounce: '' }
  const rows = Object.entries(named).map(([local, name]) => ({
    address: `${local}@example.org`,
    name,
    values: [],
    parts: [],
  }))
  await ask('drafts.save', { id, content, people: { columns: [], at: 0, remove: 0, rows } })
  const send = await ask('sends.start', { draftId: id, at: null, undoSeconds: 0 })
  await expect.poll(async () => (await ask('sends.get', { id: send.id })).summary.state).toBe(state)
  return send.id
}

/** Makes a finished and a failed export of the current account, in a host that cannot write to folders. */
export async function makeExports(ask: Ask): Promise<void> {
  const { currentId: accountId } = await ask('accounts.list')
  if (accountId === null) throw new Error('There is no account.')
  const layout = layoutOf('csv')
  const saveAs = { name: 'Messages of a person with a long name', ifTaken: 'keep-both', folder: null } as const
  await ask('exports.start', { accountId, what: { ...everything, text: 'to:jane@example.org' }, layout, saveAs })
  const none = { ...everything, selection: { ranges: [{ first: 0, last: 0 }], matches: 1 } }
  await ask('exports.start', { accountId, what: none, layout, saveAs: { ...saveAs, name: 'One' } })
  const states = async () => (await ask('exports.list', { accountId })).map(({ state }) => state)
  await expect.poll(states).toEqual(expect.not.arrayContaining(['running']))
}
