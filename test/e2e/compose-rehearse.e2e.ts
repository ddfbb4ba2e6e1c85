import { refusedByMailFrame } from './support/elsewhere.ts'
import { write } from './flows/written-draft.ts'
import { expect, test } from './support/fixtures.ts'
import { onEmptySandbox } from './support/sandbox-program.ts'

test.use(onEmptySandbox)
// The preview beside a draft is also a mail frame.
test.beforeEach(({ app }) => app.expectError(refusedByMailFrame))

test('the refused mails of a rehearsal are listed with their reasons, and linked from the summary', async ({ app }) => {
  const { page } = app
  const { composer, sending } = app.pages
  await write(app, 'Rehearsed')
  await composer.to.fill('nobody')
  await composer.to.press('Enter')
  await expect(composer.chips).toHaveCount(4)
  await sending.choose(/Rehearse/)
  await expect(sending.rehearse).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(sending.rehearsal).toContainText('4 messages, 1 refused')
  await expect(sending.rehearsedMails).toBeFocused()
  await expect(sending.rehearsedMails.getByText('Refused')).toHaveCount(1)
  await expect(sending.rehearsedMails.getByText(/^to\[\d\]\.address/)).toHaveCount(1)

  await test.step('by keyboard, too', async () => {
    await sending.refusedMails.focus()
    await page.keyboard.press('Enter')
    await expect(sending.onlyRefused).toHaveAttribute('aria-pressed', 'true')
    await expect(sending.rehearsal.getByText(/^Nothing arrived here\. The service did not accept/)).toBeVisible()
    await sending.onlyRefused.press('Space')
    await expect(sending.onlyRefused).toHaveAttribute('aria-pressed', 'false')
  })
})
