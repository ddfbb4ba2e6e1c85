import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { refusedByMailFrame } from './support/elsewhere.ts'
import { violations } from './support/axe.ts'
import { everybody, write } from './flows/written-draft.ts'
import { expect, test, type AppUnderTest, notInElectron } from './support/fixtures.ts'
import { chooseFiles, downloaded } from './pages/base/system-dialogs.ts'
import { onEmptySandbox } from './support/sandbox-program.ts'

test.use(onEmptySandbox)
// The preview beside a draft is also a mail frame.
test.beforeEach(({ app }) => app.expectError(refusedByMailFrame))

/** Confirms the send on the screen, whatever the checks found. */
async function confirm({ pages: { sending } }: AppUnderTest, undoSeconds: number): Promise<void> {
  await sending.open.click()
  await sending.within(undoSeconds)
  await sending.confirm.click()
  await expect(sending.dialog).toBeHidden()
}

test('a message is confirmed by keyboard, undone, and sent to three recipients', async ({ app }) => {
  const { page } = app
  const { composer, detail, sending, shell } = app.pages
  await write(app, 'Spring sale')

  await test.step('the dialog shows the destination, and can be closed without sending', async () => {
    await page.keyboard.press('Control+Enter')
    await expect(sending.dialog).toContainText('This is the local sandbox. Nothing leaves this computer.')
    await expect(sending.dialog).toContainText('dan@example.com, reject@example.com, open+2@example.com')
    await expect(sending.confirm).toContainText('Send to 3 recipients')
    expect(await violations(page, 'dialog')).toEqual([])
    await page.keyboard.press('Escape')
    await expect(sending.dialog).toBeHidden()
    await expect(composer.subject).toHaveValue('Spring sale')
  })

  await test.step('a key undoes the send, and the draft is unchanged', async () => {
    await confirm(app, 120)
    await expect(sending.undoBar).toContainText('Spring sale sending in')
    await expect(shell.viewTitle).toHaveText('Spring sale')
    await page.keyboard.press('z')
    await expect(composer.subject).toHaveValue('Spring sale')
    await expect(composer.chips).toHaveCount(3)
    await expect(sending.undoBar).toBeHidden()
  })

  await test.step('an error that was just fixed does not delay the send', async () => {
    await composer.subject.fill('')
    await sending.open.click()
    await expect(sending.findings).toContainText('The message has no subject.')
    await expect(sending.anyway).toBeVisible()
    await page.keyboard.press('Escape')
    await composer.subject.fill('Spring sale')
    await page.keyboard.press('Control+Enter')
  })

  await test.step('the message is sent, and the chosen time to undo is remembered', async () => {
    await expect(sending.undoWindow).toHaveValue('120')
    await sending.within(0)
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('main').getByText('Sent to 3 recipients')).toBeVisible()
    await expect(sending.recipients.getByRole('row')).toHaveCount(4)
    expect(await violations(page)).toEqual([])
  })

  await test.step('the results appear for each recipient, and link to the sent message', async () => {
    await expect(sending.recipient('reject@example.com')).toContainText('Rejected')
    await sending.filters.filter({ hasText: 'Rejected' }).click()
    await expect(sending.recipients.getByRole('row')).toHaveCount(2)
    await sending.recipient('reject@example.com').getByRole('link', { name: 'Open' }).click()
    await expect(detail.sentHtml.getByText('Spring is here.')).toBeVisible()
    await page.goBack()
    await expect(sending.recipients.getByRole('row')).toHaveCount(4)
  })

  await test.step('the message is shown beside the recipients', async () => {
    await page.getByRole('tab', { name: 'Message', exact: true }).click()
    await expect(page.getByRole('tab')).toHaveCount(2)
    await expect(sending.written.getByText('Spring is here.')).toBeVisible()
  })

  await test.step('the send is listed, and can be repeated with its recipients or copied without them', async () => {
    await sending.allSent.click()
    await expect(sending.sent).toHaveText([/Spring sale.*Sent/])
    await sending.act('Spring sale', /Send again/)
    await app.pages.rests.writeAgain.click()
    await expect(composer.subject).toHaveValue('Spring sale')
    await expect(composer.chips).toHaveCount(3)
    await sending.open.click()
    await expect(sending.findings).toContainText('3 recipients got this message on')
    await expect(sending.findings).toContainText('would get it a second time')
    await expect(sending.anyway).toBeVisible()
    await sending.cancel.click()
    await composer.allDrafts.click()
    await sending.sentTab.click()
    await sending.act('Spring sale', /Copy without recipients/)
    await expect(composer.to).toBeFocused()
    await expect(composer.chips).toHaveCount(0)
  })

  await test.step('beside the messages, it has a desktop’s layout, and nothing is cut off', async () => {
    await shell.open('messages')
    await page.getByRole('row').filter({ hasText: 'reject@example.com' }).first().click()
    const frame = detail.sentHtml.owner()
    await expect.poll(() => frame.evaluate(({ clientWidth }) => clientWidth)).toBeGreaterThanOrEqual(690)
    const { x, width } = (await detail.article.boundingBox())!
    for (const part of [detail.sentMode, detail.enlarge]) {
      const box = (await part.boundingBox())!
      expect(box.x + box.width).toBeLessThanOrEqual(x + width)
    }
  })
})

test('a message waits for its time, is rescheduled, and is sent now', async ({ app }) => {
  const { page } = app
  const { sending, shell } = app.pages
  await write(app, 'For tomorrow')
  await sending.open.click()
  await sending.later.click()
  await expect(sending.dialog).toContainText('Mailroom must be running')
  await sending.action(/^Tomorrow, /, sending.dialog).click()
  await expect(sending.confirm).toContainText('Schedule for 3 recipients')
  await sending.confirm.click()
  await expect(page.getByText(/Will be sent on .*9:00:00/)).toBeVisible()
  await expect(sending.undoBar).toBeHidden()

  await sending.allSent.click()
  await expect(sending.sent).toHaveText([/For tomorrow.*Waiting/])
  await sending.act('For tomorrow', /Pause/)
  await expect(sending.sent).toHaveText([/For tomorrow.*Paused/])
  await sending.action('Resume', sending.sent.first()).click()
  await expect(sending.sent).toHaveText([/For tomorrow.*Waiting/])
  await sending.act('For tomorrow', /Change time/)
  const move = page.getByRole('dialog', { name: 'Change send time' })
  await move.getByLabel(/^Time/).fill('10:30')
  await sending.action('Change time', move).click()
  await expect(sending.sent).toHaveText([/10:30/])
  await shell.keepToasts()
  await sending.action('Send now', sending.sent.first()).click()
  await expect(sending.sent).toHaveText([/Sent to 3 recipients/])

  await test.step('a notice at its end links to it from any view', async () => {
    await expect(page.getByRole('paragraph').filter({ hasText: '“For tomorrow” was sent.' })).toBeVisible()
    await page
      .getByRole('region', { name: /^Notifications/ })
      .getByRole('button', { name: 'Show' })
      .click()
    await expect(shell.viewTitle).toHaveText('For tomorrow')
    await sending.allSent.click()
  })

  await test.step('the finished send is removed from the history', async () => {
    await sending.act('For tomorrow', /Remove from history/)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByRole('heading', { name: 'Nothing sent yet' })).toBeVisible()
  })
})

test('a service that refuses the account pauses the send, which is resumed in the page', async ({ app, program }) => {
  const { page } = app
  const { composer, drafts, sending } = app.pages
  await program.control('PUT', '/faults', [
    { kind: 'status', path: '/messages/send', status: 403 },
    { kind: 'status', path: '/settings/templates', status: 403 },
  ])
  await drafts.link.click()
  await drafts.newMessage.click()
  await expect(composer.to).toBeFocused()

  await test.step('without recipients, the dialog opens their panel with the same keys', async () => {
    await page.keyboard.press('Control+Enter')
    await expect(sending.noRecipients).toBeDisabled()
    await expect(sending.addRecipients).toBeFocused()
    await page.keyboard.press('Control+Enter')
    await expect(sending.addRecipients).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(sending.dialog).toBeHidden()
    await expect(composer.to).toBeFocused()
  })

  await write(app, 'Held back')
  await test.step('a template that the service refuses keeps its text, and is saved later', async () => {
    await sending.choose(/Save as template/)
    const save = sending.templateDialog.getByRole('button', { name: 'Add template' })
    await save.click()
    await expect(sending.templateDialog.getByRole('alert')).toBeVisible()
    await expect(sending.templateDialog.getByLabel('Description')).toHaveValue('Held back')
    await program.control('PUT', '/faults', [{ kind: 'status', path: '/messages/send', status: 403 }])
    await save.click()
    await expect(page.getByRole('paragraph').filter({ hasText: '“held-back” was added.' })).toBeVisible()
  })

  await confirm(app, 0)
  await expect(page.getByText(/The remaining messages wait until you resume the send\./)).toBeVisible()
  await expect(page.getByText('Resume sends to the 3 recipients who are still waiting.')).toBeVisible()
  await program.control('PUT', '/faults', [])
  await sending.action('Resume').click()
  await expect(page.getByRole('main').getByText('Sent to 3 recipients')).toBeVisible()
})

test('the outcome of a call whose response was lost is known once its records arrive', async ({ app }) => {
  const { page } = app
  const { drafts, faults, sending, shell } = app.pages
  await write(app, 'Lost and found')
  await shell.open('sandbox/faults')
  await faults.brokenBody.check()
  await faults.paths.fill('/messages/send')
  await faults.paths.press('Tab')
  await faults.inForce()
  await drafts.link.click()
  await drafts.draft('Lost and found').click()
  await confirm(app, 0)
  // Messages that the sandbox accepted reach the archive despite the fault.
  await expect(page.getByRole('main').getByText('Sent to 3 recipients')).toBeVisible()
  await expect(sending.unknown).toBeHidden()
})

test('a rehearsal shows each mail as it arrives, and a test is sent to other addresses', async ({ app }) => {
  const { page } = app
  const { composer, preview, sending } = app.pages
  await write(app, 'Rehearsed')
  await sending.choose(/Rehearse/)
  await sending.rehearse.click()
  await expect(sending.rehearsal).toContainText('3 messages, all accepted')
  await sending.rehearsedMails.getByText('reject@example.com').click()
  await expect(sending.rehearsal.getByRole('heading', { name: 'Rehearsed' })).toBeVisible()
  await expect(sending.arrived.getByText('Spring is here.')).toBeVisible()
  expect(await violations(page, 'dialog')).toEqual([])
  await sending.action('Close', sending.rehearsal).last().click()

  await composer.tab('Preview').click()
  await preview.next.click()
  await sending.choose(/Send a test/)
  const { testDialog } = sending
  await expect(sending.testedAs).toHaveValue('reject@example.com')
  await testDialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(testDialog.getByText('The service accepted the message.')).toBeFocused()
  await expect(testDialog).toContainText(/With values from\s*reject@example\.com\s*Subject\s*Rehearsed/)
  await expect(testDialog.getByRole('button', { name: 'Show in outbox' })).toBeVisible()
  await testDialog.getByRole('button', { name: 'Close', exact: true }).last().click()

  await sending.choose(/Save as snippet/)
  await page.getByRole('dialog').getByRole('button', { name: 'Save snippet' }).click()
  await expect(page.getByRole('paragraph').filter({ hasText: 'The snippet “Rehearsed” was saved.' })).toBeVisible()
  await expect(composer.subject).toHaveValue('Rehearsed')
})

test(
  'a dry run saves every mail as a file',
  notInElectron('The dialog of the system is not part of the page.'),
  async ({ app }) => {
    const { sending } = app.pages
    await write(app, 'Spring sale')
    const choose = () => sending.choose(/Write all messages to files/)
    if (app.host === 'desktop') {
      // The dry run asks for a folder first, and writes into it.
      const folder = join(app.dataFolder, 'mails')
      await mkdir(folder)
      await chooseFiles(app.page, choose, [folder])
      const written = async () => (await readdir(folder, { recursive: true })).join()
      for (const address of everybody) await expect.poll(written).toContain(`${address}.eml`)
      return
    }
    await choose()
    const { name, bytes: zip } = await downloaded(app.page, () => sending.saveFiles.click())
    expect(name).toBe('Spring sale.zip')
    for (const address of everybody) expect(zip.includes(`${address}.eml`)).toBe(true)
  },
)

test('a message with errors is sent only with explicit consent', async ({ app }) => {
  const { page } = app
  const { composer, sending } = app.pages
  await write(app, 'Hello {{name}}')
  await sending.open.click()
  await expect(sending.findings).toContainText('{{name}} has no value for 3 recipients')
  await sending.within(120)
  await page.keyboard.press('Control+Enter')
  await expect(sending.anyway).toBeFocused()
  await expect(sending.dialog).toContainText('Select this option or fix the errors first.')

  await test.step('a finding moves to its place', async () => {
    await sending.findings.getByRole('button', { name: /\{\{name\}\} has no value/ }).click()
    await expect(sending.dialog).toBeHidden()
    await expect(composer.panel).toBeVisible()
  })

  await sending.open.click()
  await sending.anyway.check()
  await page.keyboard.press('Control+Enter')
  // The dialog would stay open, with the reason, if the send were refused.
  await expect(sending.dialog).toBeHidden()
  await expect(sending.undoBar).toBeVisible()
  await sending.undo.click()
  await expect(composer.subject).toHaveValue('Hello {{name}}')
})
