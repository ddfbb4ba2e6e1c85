import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openMailroom } from './support/open-mailroom.ts'
import { browser } from './support/page-commands.ts'

const title = page.getByRole('heading', { level: 1 })
const option = page.getByRole('option', { name: 'Louise Lefèvre · ll1974@example.org' })
const address = encodeURIComponent('ll1974@example.org')

async function ask<Output>(name: string, input?: unknown): Promise<Output> {
  const reply = await browser.invoke(name, input)
  if (!reply.ok) throw new Error(`${name}: ${JSON.stringify(reply)}`)
  return reply.output as Output
}

/** Sends a message to Louise from this Mailroom, and waits until her name is known: a search does not wait long for it. */
async function sendToLouise(): Promise<void> {
  const { currentId: accountId } = await ask<{ currentId: string }>('accounts.list')
  const { id } = await ask<{ id: string }>('drafts.create', { accountId, start: { from: 'blank' } })
  const from = { address: 'hello@shop.example', name: 'Shop' }
  await ask('drafts.save', { id, content: { from, subject: 'Hello', text: 'Hi', textMode: 'written' } })
  const rows = [{ address: 'll1974@example.org', name: 'Louise Lefèvre', values: [], parts: [] }]
  await ask('drafts.save', { id, people: { columns: [], at: 0, remove: 0, rows } })
  await ask('sends.start', { draftId: id, at: null, undoSeconds: 0 })
  const question = { accountId, text: 'lefèvre', limit: 1, asker: 'test' }
  await expect.poll(() => ask('recipients.find', question)).toMatchObject({ recipients: [{ name: 'Louise Lefèvre' }] })
}

test('a person is found by name from the search field, from Recipients and from the palette', async () => {
  await openMailroom('messages', { scenario: 'empty' })
  await sendToLouise()
  const back = async (view: string) => {
    location.hash = `#/${view}`
    await expect.element(title).toHaveTextContent(view === 'messages' ? 'Messages' : 'Recipients')
  }

  await page.getByRole('combobox', { name: 'Search messages' }).fill('lef lou')
  await option.click()
  await expect.poll(() => location.hash).toBe(`#/recipients/${address}`)

  await back('recipients')
  await page.getByRole('combobox', { name: 'Name or address' }).fill('Lefèvre')
  await option.click()
  await expect.poll(() => location.hash).toBe(`#/recipients/${address}`)

  // A part of the name and a part of the address.
  await back('messages')
  await page.getByRole('combobox', { name: 'Search messages' }).fill('louise example.org')
  await option.click()
  await expect.poll(() => location.hash).toBe(`#/recipients/${address}`)
  await back('recipients')
  await page.getByRole('combobox', { name: 'Name or address' }).fill('louise example.org')
  await option.click()
  await expect.poll(() => location.hash).toBe(`#/recipients/${address}`)

  await back('messages')
  await browser.press('Control+k')
  await page.getByRole('combobox', { name: 'Type a command' }).fill('louise 1974')
  await option.click()
  await expect.poll(() => location.hash).toBe(`#/recipients/${address}`)
})
