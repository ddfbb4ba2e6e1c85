import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openMailroom } from '../support/open-mailroom.ts'
import { writeOne } from '../support/send-one.ts'

type Last = { readonly mails: readonly { readonly state: string }[] }

test('the opened mail of a rehearsal stays as it is while the states of the mails are loaded again', async () => {
  const { calls } = await openMailroom('settings', { scenario: 'empty' })
  const opened = Promise.withResolvers<void>()
  let state = 'requested'
  calls.set('sends.rehearsal', async (_, ask) => {
    const reply = await ask()
    const output = reply.ok ? (reply.output as { jobId: string | null; last: Last | null }) : null
    if (!output?.last) return reply
    const last = { ...output.last, mails: output.last.mails.map((mail) => ({ ...mail, state })) }
    // The states are loaded again only a few times, so the second time waits for the mail to be opened.
    if (state === 'delivered') await opened.promise
    state = 'delivered'
    return { ok: true, output: { ...output, last } }
  })
  const { id } = await writeOne()
  location.hash = `#/compose/${id}`
  await page.getByRole('button', { name: 'Test, rehearse or save' }).click()
  await page.getByRole('menuitem', { name: /^Rehearse/ }).click()
  const drawer = page.getByRole('dialog', { name: 'Rehearsal' })
  await drawer.getByRole('button', { name: /^Rehearse with/ }).click()
  await drawer.getByText('jane@example.org').first().click()
  const frame = drawer.getByTitle('The message as its recipient sees it')
  await expect.element(frame).toBeVisible()
  const shown = frame.element()
  opened.resolve()
  await expect.element(drawer.getByText('Requested')).not.toBeInTheDocument()
  expect(drawer.getByText('Delivered').elements()).toHaveLength(2)
  expect(frame.element()).toBe(shown)
})
