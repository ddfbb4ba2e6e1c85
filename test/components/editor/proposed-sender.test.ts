import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openMailroom } from '../support/open-mailroom.ts'

const sender = page.getByRole('combobox', { name: 'From' })
const saved = page.getByText('Saved', { exact: true })

test('no sender is proposed to a draft that was left, whose later editor would then report a clash', async () => {
  const { calls } = await openMailroom('compose', { scenario: 'empty' })
  const known = Promise.withResolvers<void>()
  calls.set('drafts.context', () => known.promise.then(() => 'go on' as const))
  const saves: unknown[] = []
  calls.set('drafts.save', (input) => {
    saves.push((input as { content?: unknown }).content)
    return 'go on'
  })
  const write = page.getByRole('main').getByRole('button', { name: 'New message' }).first()
  await write.click()
  await expect.element(sender).toHaveValue('')
  await page.getByRole('button', { name: 'All drafts' }).click()
  // The draft is still untouched, so it is opened again.
  await write.click()
  await sender.fill('hello@shop.example')
  // While the sender has the focus, none is proposed.
  await page.getByRole('textbox', { name: 'Subject' }).click()
  known.resolve()
  await expect.element(saved).toBeVisible()
  await sender.fill('hi@shop.example')
  const from = (address: string) => ({ from: { address, name: '' } })
  await expect.poll(() => saves).toEqual([from('hello@shop.example'), from('hi@shop.example')])
  await expect.element(saved).toBeVisible()
})
