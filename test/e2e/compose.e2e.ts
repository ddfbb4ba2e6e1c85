import type { Page } from '@playwright/test'
import { violations } from './support/axe.ts'
import { descriptionOf } from './support/description-list.ts'
import { faultsInForce } from './support/faults.ts'
import { expect, test } from './support/fixtures.ts'
import { startService } from './support/sandbox.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Send a test message' })
const sendButton = (page: Page) => dialog(page).getByRole('button', { name: /^Send/ })

async function outbox(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Outbox' }).click()
}

async function fault(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name: 'Faults' }).click()
  await page.getByRole('switch', { name }).check()
  await page.getByLabel('Paths').fill('/messages/send')
  await page.getByLabel('Paths').press('Tab')
  await faultsInForce(page)
}

async function withoutFaults(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Faults' }).click()
  await page.getByRole('button', { name: 'Switch all off' }).click()
  await expect(page.getByRole('switch', { checked: true })).toHaveCount(0)
  await faultsInForce(page)
}

async function openDialog(page: Page): Promise<void> {
  await outbox(page)
  await page.getByRole('button', { name: 'Send a test message' }).first().click()
}

test.describe('in the sandbox', () => {
  test.use({
    hostFlags: ['--sandbox', 'empty'],
    dataFiles: { 'settings.json': JSON.stringify({ lastView: '#/sandbox' }) },
  })

  test('a test message is sent, listed and shown in the outbox', async ({ app }) => {
    const { page } = app
    app.expectError(/Content Security Policy|Blocked script execution/)
    await outbox(page)
    await expect(page.getByText('Nothing was sent yet')).toBeVisible()
    await openDialog(page)
    await expect(
      dialog(page).getByText(/softbounce, defer.*Any other address fares as the scenario has it\./),
    ).toBeVisible()

    await test.step('what is wrong is said at its field, and nothing is sent', async () => {
      await dialog(page).getByLabel('From').fill('nobody')
      await sendButton(page).click()
      await expect(dialog(page).getByText('“nobody” is not an email address')).toBeVisible()
      await expect(dialog(page).getByLabel('From')).toBeFocused()
    })

    await dialog(page).getByLabel('From').fill('hello@shop.example')
    await dialog(page).getByLabel('Subject').fill('The first test')
    await sendButton(page).click()
    await expect(dialog(page).getByText('The service took the message.')).toBeFocused()
    await expect(dialog(page).getByRole('list', { name: 'Records' })).toContainText('open+3@example.org')
    const mark = await descriptionOf(dialog(page), 'Its mark').innerText()
    await dialog(page).getByRole('button', { name: 'Show in the outbox' }).click()
    await expect(page.getByRole('heading', { name: 'The first test' })).toBeVisible()
    await expect(page).toHaveURL(/#\/sandbox\/outbox\/.+/)

    await test.step('the history finds it by its mark', async () => {
      await page.goto(new URL(`#/messages?q=meta.mailroom_send:${mark.trim()}`, page.url()).href)
      await expect(page.getByRole('row', { name: /The first test/ })).toBeVisible()
    })
    await test.step('and tells what was sent, which no service does', async () => {
      await page.getByRole('row', { name: /The first test/ }).click()
      const sent = page.getByRole('region', { name: 'What was sent' })
      await expect(sent).toHaveText(/This message was sent from Mailroom/)
      await expect(page.getByRole('button', { name: 'Copy what was sent' })).toBeVisible()
    })
  })

  test('a lost answer is unknown until the check says that it was sent', async ({ app }) => {
    const { page } = app
    await fault(page, 'Break the connection inside the body')
    await openDialog(page)
    await sendButton(page).click()
    await expect(dialog(page).getByText(/has an unknown outcome/)).toBeVisible()
    await expect(dialog(page).getByRole('button', { name: 'Check' })).toBeFocused()
    await expect(dialog(page).getByLabel('Subject')).toHaveValue('A test message from Mailroom')
    await dialog(page).getByRole('button', { name: 'Close', exact: true }).last().click()

    await withoutFaults(page)
    await page.getByRole('link', { name: 'Overview' }).click()
    const notice = page.getByRole('group', { name: /^A send from hello@shop.example to 1 recipient/ })
    await expect(notice).toContainText('the message may have gone out or not')
    await app.restart()
    await page.getByRole('link', { name: 'Overview' }).click()
    await notice.getByRole('button', { name: 'Check' }).click()
    await expect(notice).toContainText(/It was sent: the service has 1 record of it/)
    await notice.getByRole('button', { name: 'Dismiss' }).click()
    await expect(notice).toBeHidden()
    const earlier = page.getByText('1 dismissed outcome of the last 30 days')
    await expect(earlier).toBeFocused()
    await earlier.press('Enter')
    await expect(notice).toContainText(/It was sent: the service has 1 record of it/)
    await expect(notice.getByRole('button', { name: 'Show in the outbox' })).toBeVisible()
  })

  test('a send that nobody took is found not to be sent, from the dialog itself', async ({ app }) => {
    const { page } = app
    await fault(page, 'Answer with a status')
    await page.getByLabel('Status', { exact: true }).fill('504')
    await page.getByLabel('Status', { exact: true }).press('Tab')
    await faultsInForce(page)
    await openDialog(page)
    await sendButton(page).click()
    await expect(dialog(page).getByText(/has an unknown outcome/)).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Check' }).click()
    await expect(dialog(page).getByText(/^It was not sent/)).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Close', exact: true }).last().click()

    await withoutFaults(page)
    await openDialog(page)
    await expect(dialog(page).getByText(/^It was not sent/)).toBeVisible()
    await sendButton(page).click()
    await expect(dialog(page).getByText('The service took the message.')).toBeVisible()
  })

  test('nobody has to wait for a service that never answers', async ({ app }) => {
    const { page } = app
    await fault(page, 'Never answer')
    await openDialog(page)
    await sendButton(page).click()
    await dialog(page).getByRole('button', { name: 'Stop waiting' }).click()
    await expect(dialog(page).getByText(/The call was cancelled/)).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Check' }).click()
    await expect(dialog(page).getByText(/^It was sent: /)).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Show in the outbox' }).click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'A test message from Mailroom' })).toBeVisible()
  })

  for (const theme of ['light', 'dark']) {
    test.describe(`in ${theme}`, () => {
      test.use({ dataFiles: { 'settings.json': JSON.stringify({ theme, lastView: '#/sandbox' }) } })

      test('neither the dialog nor an unknown outcome breaks a rule of axe', async ({ app }) => {
        const { page } = app
        await openDialog(page)
        expect(await violations(page), 'form').toEqual([])
        await sendButton(page).click()
        await expect(dialog(page).getByRole('list', { name: 'Records' })).toBeVisible()
        expect(await violations(page), 'sent').toEqual([])
        await dialog(page).getByRole('button', { name: 'Close', exact: true }).last().click()
        await fault(page, 'Break the connection inside the body')
        await openDialog(page)
        await sendButton(page).click()
        await expect(dialog(page).getByText(/has an unknown outcome/)).toBeVisible()
        expect(await violations(page), 'unknown').toEqual([])
        await dialog(page).getByRole('button', { name: 'Close', exact: true }).last().click()
        await page.getByRole('link', { name: 'Overview' }).click()
        await expect(page.getByText(/has an unknown outcome/)).toBeVisible()
        expect(await violations(page), 'overview').toEqual([])
      })
    })
  }
})

test('an allow-list refuses in a sentence, and a read-only account offers no sending', async ({ app }) => {
  const service = await startService()
  try {
    const { page } = app
    await page.goto(new URL('#/accounts/new', page.url()).href)
    await page.getByLabel('Name').fill('Clinic')
    await page.getByLabel('Base URL').fill(service.url)
    await page.getByLabel('User', { exact: true }).fill(service.credentials.user)
    await page.getByLabel('Key', { exact: true }).fill(service.credentials.key)
    await page.getByText('Advanced').click()
    await page.getByRole('textbox', { name: 'Recipient allow-list' }).fill('@clinic.example')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Test and add' }).click()
    await page.getByRole('button', { name: 'Send a test message' }).click()
    await expect(dialog(page).getByText('This account may write to @clinic.example only.')).toBeVisible()
    await dialog(page).getByLabel('To').fill('eve@other.example')
    await page.keyboard.press('Enter')
    await sendButton(page).click()
    await expect(dialog(page).getByText(/may not write to eve@other.example\. Nothing was sent\./)).toBeVisible()
    expect(service.store.messages.count()).toBe(0)
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByText('Advanced').click()
    await page.getByRole('switch', { name: 'Read-only' }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Overview' }).click()
    await expect(page.getByText('Refused: the account is read-only')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send a test message' })).toHaveCount(0)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Type a command' }).fill('test message')
    await expect(page.getByText(/^Nothing is called/)).toBeVisible()
  } finally {
    await service.close()
  }
})
