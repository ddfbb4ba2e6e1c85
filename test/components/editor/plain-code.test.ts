import { expect, test } from 'vitest'
import { MessageBody } from '../pages/message-body.ts'
import { focus } from '../support/elements.ts'
import { openMailroom } from '../support/open-mailroom.ts'
import { browser } from '../support/page-commands.ts'
import { writeOne } from '../support/send-one.ts'

const body = new MessageBody()

test('if the code editor can’t be loaded, the HTML is edited in a plain field', async () => {
  await openMailroom('settings', { scenario: 'empty' })
  await browser.expectProblem('editor\\.ts')
  const { id } = await writeOne()
  await browser.invoke('drafts.save', { id, content: { htmlMode: 'code', html: '<div><p>One</p></div>' } })
  await browser.failFiles('/lib/ui/code/editor\\.ts')
  location.hash = `#/compose/${id}`
  await focus(body.code)
  await expect.element(body.code).toHaveProperty('tagName', 'TEXTAREA')
  await body.act('Format')
  await expect.element(body.code).toHaveValue('<div>\n  <p>One</p>\n</div>')
  await focus(body.code)
  await browser.press('Control+End')
  await browser.insertText('<hr>')
  await expect.poll(browser.savedHtml).toBe('<div>\n  <p>One</p>\n</div><hr>')
})
