import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { partOf } from '#test/support/draft-host.ts'
import { openMailroom } from '../support/open-mailroom.ts'
import { browser } from '../support/page-commands.ts'
import { writeOne } from '../support/send-one.ts'

const { invoke, type } = browser
const subject = page.getByRole('textbox', { name: 'Subject' })

test('a click that ends the correction of an address enters the field that was clicked', async () => {
  await openMailroom('compose', { scenario: 'empty' })
  const { id } = await writeOne()
  location.hash = `#/compose/${id}`
  await page.getByRole('list', { name: 'To: addresses' }).getByRole('button').first().click()
  await type('ann@example.org')
  await subject.click()
  await expect.element(page.getByRole('button', { name: 'Remove ann@example.org' })).toBeVisible()
  await type('!')
  await expect.element(subject).toHaveValue('News of the shop!')
})

test('a click that ends the renaming of a file enters the field that was clicked', async () => {
  await openMailroom('compose', { scenario: 'empty' })
  const { id } = await writeOne()
  const part = partOf(crypto.randomUUID(), { name: 'terms.pdf' })
  await invoke('drafts.save', { id, content: { parts: [part] } })
  location.hash = `#/compose/${id}`
  await page.getByRole('tab', { name: 'Files' }).click()
  await page.getByRole('button', { name: 'Actions for terms.pdf' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await type('prices')
  await subject.click()
  await expect.element(page.getByRole('button', { name: 'Remove prices.pdf' })).toBeVisible()
  await type('!')
  await expect.element(subject).toHaveValue('News of the shop!')
})
