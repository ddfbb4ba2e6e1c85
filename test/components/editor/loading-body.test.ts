import { expect, test } from 'vitest'
import { MessageBody } from '../pages/message-body.ts'
import { followFinding } from '../support/follow-finding.ts'
import { openMailroom } from '../support/open-mailroom.ts'
import { browser } from '../support/page-commands.ts'

const body = new MessageBody()

test('a finding that is followed before the body is loaded focuses its editor once it is', async () => {
  await openMailroom('settings', { scenario: 'empty' })
  await followFinding('code', '/MessageBody\\.svelte')
  await expect.element(body.modes).not.toBeInTheDocument()
  await browser.releaseFiles()
  await expect.element(body.code).toHaveFocus()
})
