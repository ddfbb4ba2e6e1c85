import { violationsInThemes } from './support/axe.ts'
import { refusedByMailFrame } from './support/elsewhere.ts'
import { expect, test } from './support/fixtures.ts'
import { onEmptySandbox } from './support/sandbox-program.ts'
import { write } from './flows/written-draft.ts'

test.use(onEmptySandbox)
// The preview beside a draft is also a mail frame.
test.beforeEach(({ app }) => app.expectError(refusedByMailFrame))

test('a partly refused send is completed once for each recipient, by mouse and by keyboard', async ({
  app,
  program,
}) => {
  const { page } = app
  const { composer, rests, sending } = app.pages
  await program.control('PUT', '/faults', [{ kind: 'status', path: '/messages/send', status: 409 }])
  await write(app, 'Spring sale')
  await sending.open.click()
  await sending.within(0)
  await sending.confirm.click()
  await expect(rests.offer).toContainText('3 recipients definitely didn’t get the message: 3 refused.')
  await program.control('PUT', '/faults', [])
  await expect(page.getByRole('main').getByText(/^Tried on /)).toBeVisible()
  expect(await violationsInThemes(page)).toEqual([])

  await test.step('the dialog shows what is sent to whom; its Undo goes back and offers them again', async () => {
    await rests.begin.click()
    await expect(rests.dialog).toContainText(/To\s*3 recipients\s*Reason\s*3 refused/)
    await expect(rests.undoWindow).toHaveValue('10')
    expect(await violationsInThemes(page, 'dialog')).toEqual([])
    await rests.undoWindow.selectOption('120')
    await page.keyboard.press('Control+Enter')
    await expect(rests.dialog).toBeHidden()
    await expect(rests.first).toBeVisible()
    await expect(sending.undoBar).toContainText('Spring sale sending in')
    await page.keyboard.press('z')
    await expect(rests.begin).toHaveText(/Send to the 3 who didn’t get the message…/)
  })

  await test.step('a group of recipients opens it, too', async () => {
    await sending.filters.filter({ hasText: 'Refused' }).focus()
    await page.keyboard.press('Enter')
    await expect(sending.recipients.getByRole('row')).toHaveCount(4)
    await rests.beginGroup.focus()
    await page.keyboard.press('Enter')
    await expect(rests.confirm).toBeFocused()
    await rests.undoWindow.selectOption('0')
    await rests.confirm.press('Enter')
    await expect(rests.first).toBeVisible()
    await expect(page.getByRole('main').getByText('Sent to 3 recipients')).toBeVisible()
    await expect(rests.offer).toBeHidden()
  })

  await test.step('the first send shows its rest, and who would get the message twice', async () => {
    await rests.first.getByRole('link').click()
    await expect(rests.rest).toContainText('The rest went to 3 recipients')
    await expect(rests.offer).toBeHidden()
    await sending.filters.filter({ hasText: 'Refused' }).click()
    await expect(sending.recipients.getByRole('row')).toHaveCount(4)
    await expect(rests.beginGroup).toBeHidden()
    await rests.rest.getByRole('link').click()
    await sending.action('Send again…').click()
    await expect(rests.again).toContainText('3 of 3 recipients already have this message')
    expect(await violationsInThemes(page, 'dialog')).toEqual([])
    await page.keyboard.press('Escape')

    await sending.allSent.click()
    await sending.sent.filter({ hasText: 'Spring sale' }).first().click({ button: 'right' })
    await expect(page.getByRole('menuitem')).toHaveText([
      /Open in new/,
      /Send again/,
      /Copy without/,
      /Remove from history/,
    ])
    await page.keyboard.press('Escape')
    await page.goBack()
    await sending.action('Send again…').click()
    await rests.writeAgain.click()
    await expect(composer.subject).toHaveValue('Spring sale')
    await expect(composer.chips).toHaveCount(3)
  })
})

test('checking a lost call by keyboard moves on to the recipients who didn’t get the message', async ({
  app,
  program,
}) => {
  const { page } = app
  const { rests, sending } = app.pages
  await program.control('PUT', '/faults', [{ kind: 'status', path: '/messages/send', status: 502 }])
  await write(app, 'Lost')
  await sending.open.click()
  await sending.within(0)
  await sending.confirm.click()
  await expect(sending.unknown).toBeVisible()
  await program.control('PUT', '/faults', [])
  await program.control('POST', '/clock', { advance: 'hour' })
  await sending.action('Check', sending.unknown).press('Enter')
  await expect(sending.unknown).toBeHidden()
  // The page asks for the rest after the check.
  await expect(rests.begin).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(rests.begin).toBeFocused()
})

test('an accepted send is judged by its records, in the list and on its page', async ({ app }) => {
  const { page } = app
  const { sending } = app.pages
  await write(app, 'Accepted')
  await sending.open.click()
  await sending.within(0)
  await sending.confirm.click()
  // The page refreshes its results automatically.
  await expect(page.getByRole('main').getByText('1 was rejected').first()).toBeVisible()
  await sending.allSent.click()
  await expect(sending.sent.filter({ hasText: 'Accepted' })).toContainText('1 was rejected')
})

test('in a small window, anything that has to be confirmed before a send scrolls into view', async ({ app }) => {
  const { page } = app
  const { composer, sending } = app.pages
  await write(app, 'Spring sale')
  await composer.to.fill('nobody')
  await composer.to.press('Enter')
  await page.setViewportSize({ width: 900, height: 600 })
  await sending.open.click()
  await expect(sending.anyway).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(sending.refusal).toHaveText('Select this option or fix the errors first.')
  await expect(sending.refusal).toBeInViewport({ ratio: 1 })
  await expect(sending.anyway).toBeFocused()
  // The next attempt does not move the focus.
  await page.setViewportSize({ width: 900, height: 420 })
  await page.keyboard.press('Control+Enter')
  await expect(sending.refusal).toBeInViewport({ ratio: 1 })
})
