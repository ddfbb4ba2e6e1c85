import { refusedByMailFrame } from './support/elsewhere.ts'
import { violationsInThemes } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { onEmptySandbox } from './support/sandbox-program.ts'
import type { MailroomPages } from './pages/mailroom-pages.ts'
import type { Locator } from '@playwright/test'

/** Sets a fault for the send call in the sandbox view. */
async function failSends({ sandbox, faults }: MailroomPages, fault: Locator): Promise<void> {
  await sandbox.faultsTab.click()
  await fault.check()
  await faults.paths.fill('/messages/send')
  await faults.paths.press('Tab')
  await faults.inForce()
}

async function allowSends({ sandbox, faults }: MailroomPages): Promise<void> {
  await sandbox.faultsTab.click()
  await faults.switchAllOff.click()
  await expect(faults.switchedOn).toHaveCount(0)
  await faults.inForce()
}

async function openForm({ sandbox, compose }: MailroomPages): Promise<void> {
  await sandbox.outboxTab.click()
  await compose.opener.click()
}

test.describe('in the sandbox', () => {
  test.use(onEmptySandbox)
  // The preview beside a draft is also a mail frame.
  test.beforeEach(({ app }) => app.expectError(refusedByMailFrame))

  test('a test message is sent, listed and shown in the outbox', async ({ app }) => {
    const { page } = app
    const { shell, sandbox, outbox, compose, messages, detail } = app.pages
    await sandbox.outboxTab.click()
    await expect(outbox.empty).toBeVisible()
    await openForm(app.pages)
    await expect(compose.dialog.getByText(/softbounce, defer.*Any other address follows the scenario\./)).toBeVisible()

    await test.step('an error is shown at its field, and nothing is sent', async () => {
      await compose.from.fill('nobody')
      await compose.send.click()
      await expect(compose.dialog.getByText('“nobody” is not an email address')).toBeVisible()
      await expect(compose.from).toBeFocused()
    })

    await compose.from.fill('hello@shop.example')
    await compose.subject.fill('The first test')
    await compose.send.click()
    await expect(compose.accepted).toBeFocused()
    await expect(compose.records).toContainText('open+3@example.org')
    const mark = await compose.mark.innerText()
    await compose.showInOutbox.click()
    await expect(outbox.subject('The first test')).toBeVisible()
    await expect(page).toHaveURL(/#\/sandbox\/outbox\/.+/)

    await test.step('the history finds the message by its mark', async () => {
      await shell.open(`messages?q=meta.mailroom_send:${mark.trim()}`)
      await expect(messages.row(/The first test/)).toBeVisible()
    })
    await test.step('its details show the text that was sent, which no service returns', async () => {
      await messages.row(/The first test/).click()
      await expect(detail.sentText).toHaveText(/This message was sent from Mailroom/)
      await expect(detail.copySentText).toBeVisible()
    })
  })

  test('an outcome stays unknown until a check finds that the message was sent', async ({ app }) => {
    const { shell, overview, compose, faults } = app.pages
    await failSends(app.pages, faults.brokenBody)
    await openForm(app.pages)
    await compose.send.click()
    await expect(compose.outcomeUnknown).toBeVisible()
    await expect(compose.check).toBeFocused()
    await expect(compose.subject).toHaveValue('A test message from Mailroom')
    await compose.close.click()

    await allowSends(app.pages)
    await shell.overviewLink.click()
    await expect(overview.sendOutcome).toContainText('the message may or may not have been sent')

    await app.restart()
    const restarted = app.pages
    const outcome = restarted.overview.sendOutcome
    await restarted.shell.overviewLink.click()
    await restarted.overview.checkOutcome.click()
    await expect(outcome).toContainText(/The message was sent\. The service has 1 record of it/)
    await restarted.overview.dismissOutcome.click()
    await expect(outcome).toBeHidden()
    const earlier = app.page.getByText('1 dismissed outcome in the last 30 days')
    await expect(earlier).toBeFocused()
    await earlier.press('Enter')
    await expect(outcome).toContainText(/The message was sent\. The service has 1 record of it/)
    await expect(restarted.overview.showInOutbox).toBeVisible()
  })

  test('a check in the dialog finds that a message was not sent', async ({ app }) => {
    const { compose, faults } = app.pages
    await failSends(app.pages, faults.status)
    await faults.statusValue.fill('504')
    await faults.statusValue.press('Tab')
    await faults.inForce()
    await openForm(app.pages)
    await compose.send.click()
    await expect(compose.outcomeUnknown).toBeVisible()
    await compose.check.click()
    await expect(compose.wasNotSent).toBeVisible()
    await compose.close.click()

    await allowSends(app.pages)
    await openForm(app.pages)
    await expect(compose.wasNotSent).toBeVisible()
    await compose.send.click()
    await expect(compose.accepted).toBeVisible()
  })

  test('the user can stop waiting for a service that never responds', async ({ app }) => {
    const { compose, faults, outbox } = app.pages
    await failSends(app.pages, faults.silence)
    await openForm(app.pages)
    await compose.send.click()
    await compose.stopWaiting.click()
    await expect(compose.dialog.getByText(/The call was cancelled/)).toBeVisible()
    await compose.check.click()
    await expect(compose.wasSent).toBeVisible()
    await compose.showInOutbox.click()
    await expect(compose.dialog).toHaveCount(0)
    await expect(outbox.subject('A test message from Mailroom')).toBeVisible()
  })

  test('axe finds no violation in the dialog or in an unknown outcome', async ({ app }) => {
    const { page } = app
    const { shell, overview, compose, faults } = app.pages
    await openForm(app.pages)
    expect(await violationsInThemes(page), 'form').toEqual([])
    await compose.send.click()
    await expect(compose.records).toBeVisible()
    expect(await violationsInThemes(page), 'sent').toEqual([])
    await compose.close.click()
    await failSends(app.pages, faults.brokenBody)
    await openForm(app.pages)
    await compose.send.click()
    await expect(compose.outcomeUnknown).toBeVisible()
    expect(await violationsInThemes(page), 'unknown').toEqual([])
    await compose.close.click()
    await shell.overviewLink.click()
    await expect(overview.outcomeUnknown).toBeVisible()
    expect(await violationsInThemes(page), 'overview').toEqual([])
  })
})

test('an allow-list refuses other recipients, and a read-only account does not offer sending', async ({
  app,
  startService,
}) => {
  app.expectError(refusedByMailFrame)
  const service = await startService()
  const { page } = app
  const { shell, palette, overview, accountForm: form, compose, drafts, composer, sending } = app.pages
  await shell.open('accounts/new')
  await form.fill({ name: 'Clinic', url: service.url, ...service.credentials })
  await form.advanced.click()
  await form.allowList.fill('@clinic.example')
  await page.keyboard.press('Enter')
  await form.testAndAdd.click()
  await overview.sendTest.click()
  await expect(compose.dialog.getByText('This account can send only to @clinic.example.')).toBeVisible()
  await compose.to.fill('eve@other.example')
  await page.keyboard.press('Enter')
  await compose.send.click()
  await expect(
    compose.dialog.getByText(/is not allowed to send to eve@other.example\. Nothing was sent\./),
  ).toBeVisible()
  expect(service.store.messages.count()).toBe(0)
  await page.keyboard.press('Escape')

  await test.step('a draft shows this above its fields, at the address and before it is sent', async () => {
    await drafts.link.click()
    await drafts.newMessage.click()
    await expect(composer.limits).toHaveText('Clinic can send only to @clinic.example.')
    await composer.from.fill('hello@clinic.example')
    await composer.subject.fill('To others')
    await composer.to.fill('eve@other.example, ann@clinic.example')
    await composer.to.press('Enter')
    await expect(composer.problems).toContainText('This account is not allowed to send to eve@other.example.')
    await sending.open.click()
    await expect(sending.findings).toContainText('This account’s allow-list doesn’t allow sending to')
    await sending.anyway.check()
    await sending.confirm.click()
    await expect(sending.refusal).toContainText('is not allowed to send to eve@other.example')
    await expect(sending.dialog).toContainText('Nothing was sent. The draft is unchanged.')
    expect(service.store.messages.count()).toBe(0)
    await sending.cancel.click()
    await composer.allDrafts.click()
  })

  await shell.overviewLink.click()
  await overview.edit.click()
  await form.readOnly.check()
  await form.save.click()

  await test.step('a draft of a read-only account says why it cannot be sent, and links to the account', async () => {
    await drafts.link.click()
    await drafts.draft('To others').click()
    await expect(composer.limits).toHaveText(/^Clinic is read-only\. You can write, check and rehearse/)
    await page.keyboard.press('Control+Enter')
    await expect(sending.isReadOnly).toBeDisabled()
    await expect(sending.isReadOnly).toHaveAccessibleDescription(/nothing is sent/)
    await expect(sending.editAccount).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(form.save).toBeVisible()
  })
  await shell.overviewLink.click()
  await overview.facts.click()
  await expect(page.getByText('Blocked because the account is read-only')).toBeVisible()
  await expect(overview.sendTest).toHaveCount(0)
  await palette.open()
  await palette.input.fill('test message')
  await expect(palette.nothingFound).toBeVisible()
})
