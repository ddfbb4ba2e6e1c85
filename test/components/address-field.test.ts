import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Draft } from '#shared/contract/drafts.ts'
import { openMailroom } from './support/open-mailroom.ts'
import { browser } from './support/page-commands.ts'
import { writeOne } from './support/send-one.ts'

const { invoke, press, type } = browser

test('an address that is being typed is kept when another window removes an earlier one', async () => {
  await openMailroom('settings', { scenario: 'empty' })
  const { id } = await writeOne()
  const cc = async (): Promise<string[]> => {
    const { output } = (await invoke('drafts.get', { id })) as { output: Draft }
    return output.content.cc.map(({ address }) => address)
  }
  await invoke('drafts.save', { id, content: { cc: [{ address: 'first@example.org', name: '' }] } })
  location.hash = `#/compose/${id}`
  const field = page.getByRole('combobox', { name: 'Cc', exact: true })
  await field.click()
  await type('second@exam')
  await expect.poll(cc).toEqual(['first@example.org', 'second@exam'])

  await invoke('drafts.save', { id, content: { cc: [{ address: 'second@exam', name: '' }] } })
  await expect.element(page.getByText('first@example.org')).not.toBeInTheDocument()
  await type('ple.org')
  await press('Enter')
  await expect.poll(cc).toEqual(['second@example.org'])
})

test('an address that is being corrected is kept when another window changes the draft', async () => {
  await openMailroom('settings', { scenario: 'empty' })
  const { id } = await writeOne()
  await invoke('drafts.save', { id, content: { cc: [{ address: 'first@example.org', name: '' }] } })
  location.hash = `#/compose/${id}`
  await page.getByRole('list', { name: 'Cc: addresses' }).getByRole('button').first().click()
  await type('second@exam')
  await invoke('drafts.save', { id, content: { subject: 'Changed elsewhere' } })
  await expect.element(page.getByRole('textbox', { name: 'Subject' })).toHaveValue('Changed elsewhere')
  await type('ple.org')
  await press('Enter')
  await expect.element(page.getByRole('button', { name: 'Remove second@example.org' })).toBeVisible()
})
