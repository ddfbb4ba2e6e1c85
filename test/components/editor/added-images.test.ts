import { expect, test } from 'vitest'
import type { Draft } from '#shared/contract/drafts.ts'
import { MessageBody } from '../pages/message-body.ts'
import { openMailroom } from '../support/open-mailroom.ts'
import { browser } from '../support/page-commands.ts'
import { ask } from '../support/send-one.ts'

const body = new MessageBody()

test('an image that no message can show is added as a file, and not to the text', async () => {
  await openMailroom('compose', { scenario: 'empty' })
  await body.start()
  await body.writeCode('<p>Look:</p>')
  await body.choose('Ordinary')
  await body.ordinary.getByText('Look:').click()
  const clipboardData = new DataTransfer()
  clipboardData.items.add(new File(['no pixels'], 'damaged.png', { type: 'image/png' }))
  body.ordinary.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  const id = location.hash.split('/')[2]
  const files = async () => (await ask<Draft>('drafts.get', { id })).content.parts.map(({ name, kind }) => [name, kind])
  await expect.poll(files).toEqual([['damaged.png', 'attachment']])
  await browser.type(' more')
  await expect.poll(browser.savedHtml).toContain('more')
  expect(await browser.savedHtml()).not.toContain('<img')
})
