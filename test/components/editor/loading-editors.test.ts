import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { MessageBody } from '../pages/message-body.ts'
import { focus } from '../support/elements.ts'
import { followFinding, loading } from '../support/follow-finding.ts'
import { openMailroom } from '../support/open-mailroom.ts'
import { browser } from '../support/page-commands.ts'

const body = new MessageBody()

beforeEach(() => openMailroom('settings', { scenario: 'empty' }))

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
