import { expect } from 'vitest'
import { browser } from './page-commands.ts'

const { invoke } = browser

export async function ask<Output>(name: string, input?: unknown): Promise<Output> {
  const reply = await invoke(name, input)
  if (!reply.ok) throw new Error(`${name}: ${reply.error.message}`)
  return reply.output as Output
}

type Written = { readonly accountId: string; readonly id: string }

/** Writes a message to one person as a draft of the current account. */
export async function writeOne(): Promise<Written> {
  const { currentId: accountId } = await ask<{ currentId: string }>('accounts.list')
  const { id } = await ask<{ id: string }>('drafts.create', { accountId, start: { from: 'blank' } })
  const content = {
    from: { address: 'hello@shop.example', name: 'Shop' },
    subject: 'News of the shop',
    html: '<p>Hello</p>',
    text: 'Hello',
    textMode: 'written',
  }
  const rows = [{ address: 'jane@example.org', name: 'Jane', values: [], parts: [] }]
  await ask('drafts.save', { id, content, people: { columns: [], at: 0, remove: 0, rows } })
  return { accountId, id }
}

/**
 * Sends a message from the current account to one person, waits until the send is done and returns the account’s id.
 */
export async function sendOne(): Promise<string> {
  const { accountId, id } = await writeOne()
  const send = await ask<{ id: string }>('sends.start', { draftId: id, at: null, undoSeconds: 0 })
  const summary = {
    output: expect.objectContaining({ summary: expect.objectContaining({ state: 'sent' }) as object }) as object,
  }
  await expect.poll(() => invoke('sends.get', { id: send.id })).toMatchObject(summary)
  return accountId
}
