import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { MessageBody } from '../pages/message-body.ts'
import { openMailroom } from '../support/open-mailroom.ts'
import { redDot } from '../support/red-dot.ts'
import { ask, writeOne } from '../support/send-one.ts'

const drawer = page.getByRole('dialog', { name: 'Rehearsal' })
const body = new MessageBody()

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
  await choose(/^Rehearse/)
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

/** Opens a message, to which an image is being added until `added` resolves. */
async function openWithImage() {
  const { calls, unheard } = await openMailroom('settings', { scenario: 'empty' })
  const added = Promise.withResolvers<void>()
  calls.set('drafts.addFiles', () => added.promise.then(() => 'go on' as const))
  const { id } = await writeOne()
  location.hash = `#/compose/${id}`
  await body.choose('Ordinary')
  await body.ordinary.click()
  const clipboardData = new DataTransfer()
  clipboardData.items.add(new File([redDot], 'dot.png', { type: 'image/png' }))
  body.ordinary.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  return { id, calls, unheard, added }
}

async function choose(name: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Test, rehearse or save' }).click()
  await page.getByRole('menuitem', { name }).click()
}

const rehearse = drawer.getByRole('button', { name: /^Rehearse with/ })
const notice = (text: string) => page.getByRole('paragraph').filter({ hasText: text })
const close = drawer.getByRole('button', { name: 'Close' }).last()

test('a rehearsal waits for an image that is still being added, and for its place in the message', async () => {
  const { id, added } = await openWithImage()
  await choose(/^Rehearse/)
  await rehearse.click()
  await expect.element(rehearse).toHaveAttribute('aria-busy', 'true')
  added.resolve()
  await expect.element(drawer.getByText('1 message, all accepted')).toBeVisible()
  const { last } = await ask<{ last: Last }>('sends.rehearsal', { draftId: id })
  const { html } = await ask<{ html: string }>('sandbox.message', { id: last.mails[0]!.outboxId })
  expect(html).toMatch(/<img [^>]*src="cid:/)
})

test('a rehearsal that is closed while it waits for files does not begin', async () => {
  const { calls, added } = await openWithImage()
  let begun = 0
  calls.set('sends.rehearse', () => (begun++, 'go on'))
  await choose(/^Rehearse/)
  await rehearse.click()
  await expect.element(rehearse).toHaveAttribute('aria-busy', 'true')
  await close.click()
  await expect.element(drawer).not.toBeInTheDocument()
  await choose(/^Rehearse/)
  await rehearse.click()
  added.resolve()
  await expect.element(drawer.getByText('1 message, all accepted')).toBeVisible()
  expect(begun).toBe(1)
})

test('a rehearsal that is closed while it begins is announced', async () => {
  const { calls, added, unheard } = await openWithImage()
  // Its end would replace the notice.
  unheard.add('jobs.changed')
  added.resolve()
  const asked = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  calls.set('sends.rehearse', () => (asked.resolve(), begun.promise.then(() => 'go on' as const)))
  await choose(/^Rehearse/)
  await rehearse.click()
  await asked.promise
  await close.click()
  begun.resolve()
  await expect.element(notice('The rehearsal continues in the background.')).toBeVisible()
})

test('writing all messages to files says that it waits for files', async () => {
  const { added } = await openWithImage()
  await choose(/^Write all messages/)
  const waits = notice('The messages will be written once all files have been added.')
  await expect.element(waits).toBeVisible()
  added.resolve()
  await expect.element(waits).not.toBeInTheDocument()
})
