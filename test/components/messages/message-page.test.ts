import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openMailroom } from '../support/open-mailroom.ts'
import { browser } from '../support/page-commands.ts'
import { sendOne } from '../support/send-one.ts'

const { invoke, press } = browser

test('a message that was not found leaves no summary of the previous message to be copied', async () => {
  await openMailroom('settings', { scenario: 'empty' })
  const accountId = await sendOne()
  const search = { accountId, text: '', zone: 'UTC', offset: 0, limit: 1 }
  const find = async () => {
    const { output } = (await invoke('messages.search', search)) as { output: { rows: { id: string }[] } }
    return output.rows[0]?.id
  }
  await expect.poll(find).toBeDefined()
  location.hash = `#/message/${encodeURIComponent((await find())!)}/jane@example.org`
  await expect.element(page.getByRole('heading', { name: 'News of the shop' })).toBeVisible()
  location.hash = '#/message/unknown/jane@example.org'
  await expect.element(page.getByRole('heading', { name: 'This message was not found' })).toBeVisible()
  await press('y')
  await expect.element(page.getByText('Select a message to copy its delivery summary.').first()).toBeVisible()
})
