import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { MessageBody } from '../pages/message-body.ts'
import { focus } from '../support/elements.ts'
import { openMailroom } from '../support/open-mailroom.ts'
import { browser } from '../support/page-commands.ts'
import { writeOne } from '../support/send-one.ts'

const body = new MessageBody()

test('the code editor shows what was done to the HTML while it was loading', async () => {
  await openMailroom('settings', { scenario: 'empty' })
  const { id } = await writeOne()
  await browser.invoke('drafts.save', { id, content: { htmlMode: 'code', html: '<div><p>One</p></div>' } })
  await browser.holdFiles('/lib/ui/code/editor\\.ts')
  location.hash = `#/compose/${id}`
  await expect.element(body.modes).toBeVisible()
  await body.act('Format')
  await expect.poll(browser.savedHtml).toBe('<div>\n  <p>One</p>\n</div>')
  await expect.element(page.getByText('Loading editor…')).toBeInTheDocument()
  await browser.releaseFiles()
  await focus(body.code)
  await browser.press('Control+End')
  await browser.insertText('<hr>')
  await expect.poll(browser.savedHtml).toBe('<div>\n  <p>One</p>\n</div><hr>')
})
