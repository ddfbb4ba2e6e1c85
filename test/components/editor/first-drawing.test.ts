import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { MessageBody } from '../pages/message-body.ts'
import { pressOnceDrawn } from '../support/once-drawn.ts'
import { openMailroom } from '../support/open-mailroom.ts'
import { browser } from '../support/page-commands.ts'
import { redDot } from '../support/red-dot.ts'

const body = new MessageBody()

test('a key pressed in a mail that is still being drawn keeps its effect when an image arrives meanwhile', async () => {
  const { calls } = await openMailroom('compose', { scenario: 'empty' })
  const pressed = Promise.withResolvers<void>()
  const output = { contentType: 'image/png', base64: btoa(String.fromCharCode(...redDot)) }
  calls.set('drafts.image', () => pressed.promise.then(() => ({ ok: true as const, output })))
  await body.start()
  await body.choose('Ordinary')
  await body.ordinary.click()
  const clipboardData = new DataTransfer()
  clipboardData.items.add(new File([redDot], 'dot.png', { type: 'image/png' }))
  body.ordinary.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  await expect.poll(browser.savedHtml).toMatch(/src="cid:/)
  const [, contentId] = /src="(cid:[^"]+)"/.exec(await browser.savedHtml())!
  const parts = Array.from({ length: 1500 }, (_, at) => `<p>Part ${at}</p>`).join('\n')
  await body.writeCode(`<p><img src="${contentId}" alt=""></p>\n${parts}`)
  const found = pressOnceDrawn('Enter', (frame) => frame.querySelectorAll<HTMLElement>('mailroom-run')[1]).then(
    (run) => (pressed.resolve(), run),
  )
  await body.choose('In place')
  const run = await found
  await expect.element(page.getByText('1,501 parts can be edited.')).toBeInTheDocument()
  await expect.poll(() => run.hasAttribute('contenteditable')).toBe(true)
  await browser.insertText('!')
  await browser.press('Escape')
  await expect.poll(browser.savedHtml).toContain('<p>Part 1!</p>')
  await expect.poll(() => body.mail.css('img').element().getAttribute('src')).toMatch(/^data:/)
})
