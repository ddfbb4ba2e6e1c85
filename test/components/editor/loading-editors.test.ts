import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { MessageBody } from '../pages/message-body.ts'
import { focus } from '../support/elements.ts'
import { openMailroom } from '../support/open-mailroom.ts'
import { browser } from '../support/page-commands.ts'
import { writeOne } from '../support/send-one.ts'

const body = new MessageBody()
const loading = page.getByText('Loading editor…')
const finding = page.getByRole('button', { name: /The message is empty/ })

beforeEach(() => openMailroom('settings', { scenario: 'empty' }))

/** Opens an empty message in an editor that is still being loaded, and follows the finding that it is empty. */
async function followFinding(htmlMode: 'code' | 'ordinary', file: string): Promise<void> {
  const { id } = await writeOne()
  await browser.invoke('drafts.save', { id, content: { htmlMode, html: '', text: '', textMode: 'none' } })
  await browser.holdFiles(file)
  location.hash = `#/compose/${id}`
  await expect.element(loading).toBeInTheDocument()
  await page.getByRole('tab', { name: 'Checks' }).click()
  await finding.click()
  await expect.element(finding).toHaveFocus()
}

test('a finding focuses its editor once the editor is loaded', async () => {
  await followFinding('code', '/CodePane\\.svelte')
  await expect.element(loading).toBeInTheDocument()
  await browser.releaseFiles()
  await expect.element(body.code).toHaveFocus()
})

test('a finding does not take the focus from where the user went while its editor was loading', async () => {
  await followFinding('ordinary', '/OrdinaryEditor\\.svelte')
  const subject = page.getByRole('textbox', { name: 'Subject' })
  await focus(subject)
  await expect.element(loading).toBeInTheDocument()
  await browser.releaseFiles()
  await expect.element(body.ordinary).toBeVisible()
  for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame)
  await expect.element(subject).toHaveFocus()
})

const codeEditor = '/lib/ui/code/editor\\.ts'

/** Opens a message in the code editor, with something done to its HTML while the editor is being loaded. */
async function formatWhileLoading(): Promise<void> {
  const { id } = await writeOne()
  await browser.invoke('drafts.save', { id, content: { htmlMode: 'code', html: '<div><p>One</p></div>' } })
  await browser.holdFiles(codeEditor)
  location.hash = `#/compose/${id}`
  await expect.element(loading).toBeInTheDocument()
  await body.act('Format')
  await expect.poll(browser.savedHtml).toBe('<div>\n  <p>One</p>\n</div>')
}

test('the code editor shows what was done to the HTML while it was loading', async () => {
  await formatWhileLoading()
  await browser.releaseFiles()
  await focus(body.code)
  await browser.press('Control+End')
  await browser.insertText('<hr>')
  await expect.poll(browser.savedHtml).toBe('<div>\n  <p>One</p>\n</div><hr>')
})
