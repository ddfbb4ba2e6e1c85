import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { MessageBody } from '../pages/message-body.ts'
import { openMailroom } from '../support/open-mailroom.ts'
import { ask, writeOne } from '../support/send-one.ts'

const drawer = page.getByRole('dialog', { name: 'Rehearsal' })
const body = new MessageBody()
/** An image of one pixel. */
const redDot = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='),
  (letter) => letter.charCodeAt(0),
)

type Last = { readonly mails: readonly { readonly state: string; readonly outboxId: string }[] }

test('the opened mail of a rehearsal stays as it is while the states of the mails are loaded again', async () => {
  const { calls } = await openMailroom('settings', { scenario: 'empty' })
  const opened = Promise.withResolvers<void>()
  let state = 'requested'
  calls.set('sends.rehearsal', async (_, reach) => {
    const reply = await reach()
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

test('a rehearsal waits for an image that is still being added, and for its place in the message', async () => {
  const { calls } = await openMailroom('settings', { scenario: 'empty' })
  const added = Promise.withResolvers<void>()
  calls.set('drafts.addFiles', () => added.promise.then(() => 'go on' as const))
  const { id } = await writeOne()
  location.hash = `#/compose/${id}`
  await body.choose('Ordinary')
  await body.ordinary.click()
  const clipboardData = new DataTransfer()
  clipboardData.items.add(new File([redDot], 'dot.png', { type: 'image/png' }))
  body.ordinary.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  await page.getByRole('button', { name: 'Test, rehearse or save' }).click()
  await page.getByRole('menuitem', { name: /^Rehearse/ }).click()
  const rehearse = drawer.getByRole('button', { name: /^Rehearse with/ })
  await rehearse.click()
  await expect.element(rehearse).toHaveAttribute('aria-busy', 'true')
  added.resolve()
  await expect.element(drawer.getByText('1 message, all accepted')).toBeVisible()
  const { last } = await ask<{ last: Last }>('sends.rehearsal', { draftId: id })
  const { html } = await ask<{ html: string }>('sandbox.message', { id: last.mails[0]!.outboxId })
  expect(html).toMatch(/<img [^>]*src="cid:/)
})
