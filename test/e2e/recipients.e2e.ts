import type { Page } from '@playwright/test'
import { descriptionOf } from './support/description-list.ts'
import { faultsInForce } from './support/faults.ts'
import { expect, test } from './support/fixtures.ts'
import { onEmptySandbox, post, sandboxAccess } from './support/local-sandbox.ts'

test.use(onEmptySandbox)

/** Three people get a message: one bounces, one opens and clicks, one only gets it. Then a week passes. */
async function history(page: Page): Promise<void> {
  const access = await sandboxAccess(page)
  const body = {
    to: ['bounce@shop.example', 'click+2@shop.example', 'ada@shop.example'].map((address) => ({ address })),
    msg: {
      from: { address: 'hello@shop.example' },
      subject: 'Your order',
      text: 'Hi.',
      html: '<p>See <a href="https://shop.example/order">your order</a>.</p>',
    },
    headers: { 'X-SVC-META': { order: 'A-77' } },
  }
  expect(await post(access, '/messages/send', body)).toBe(200)
  await page.getByRole('tab', { name: 'Clock and data' }).click()
  await page.getByRole('button', { name: 'One week on' }).click()
  await page.getByRole('link', { name: 'Messages' }).click()
  // It syncs by itself too: whoever is first, the three are there in the end.
  const sync = page.getByRole('button', { name: 'Sync now' }).first()
  await expect(async () => {
    if (await sync.isVisible()) await sync.click()
    await expect(page.getByRole('grid').getByText('Hard bounced')).toBeVisible({ timeout: 3_000 })
  }).toPass()
}

async function lookUp(page: Page, email: string): Promise<void> {
  await page.getByRole('link', { name: 'Recipients' }).click()
  const field = page.getByRole('combobox', { name: 'Address of a recipient' })
  await field.fill(email)
  await field.press('Enter')
  await expect(page.getByRole('heading', { name: email })).toBeVisible()
}

test('tells why somebody did not get it', async ({ app }) => {
  const { page } = app
  await history(page)
  await lookUp(page, 'bounce@shop.example')
  await expect(page.getByText(/^The address refused the last message for good on .*550 5\.1\.1/)).toBeVisible()
  await expect(page.getByText(/the address is on the list “Bounces” since/)).toBeVisible()
  await expect(descriptionOf(page, 'Last delivery')).toHaveText('Never')
  await expect(descriptionOf(page, 'Complaints')).toHaveText('Not listed')
  const counters = page.getByRole('region', { name: 'Counters' })
  await expect(counters.getByRole('row', { name: /^Archive 1 0 0 1/ })).toBeVisible()
  await expect(counters.getByRole('row', { name: /^Service 1 0/ })).toBeVisible()
  await expect(page.getByText(/^Complete from/)).toBeVisible()

  await test.step('and asks for it when something changed, not with every frame', async () => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    // The end of the sync is news, and is asked for: after it there is rest.
    const askedAtRest = async () => {
      asked.length = 0
      await page.evaluate(async () => {
        for (let frame = 0; frame < 60; frame++) await new Promise(requestAnimationFrame)
      })
      return asked.filter((url) => url.endsWith('recipients.get')).length
    }
    await expect.poll(askedAtRest).toBe(0)
  })
})

test('shows a message whole, and opens none of its links unasked', async ({ app }) => {
  const { page } = app
  await history(page)
  await lookUp(page, 'click+2@shop.example')
  await expect(page.getByText(/^The last message was delivered on/)).toBeVisible()
  await page
    .getByRole('grid', { name: /^Messages to/ })
    .getByText('Your order')
    .click()

  const message = page.getByRole('article')
  await expect(message.getByRole('heading', { name: 'Your order' })).toBeVisible()
  await expect(message.getByText('A-77')).toBeVisible()
  await expect(message.getByText('Accepted by the service')).toBeVisible()
  await expect(message.getByText('https://shop.example/order')).toHaveCount(2)
  await expect(message.getByRole('list', { name: 'Places of the opens and clicks' })).toContainText('1 open, 2 clicks')
  await message.getByText('Raw record').click()
  await expect(message.getByText('"lastState": "delivered"')).toBeVisible()

  await message.getByRole('button', { name: 'Open the link in the browser…' }).first().click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('https://shop.example/order')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await message.getByRole('button', { name: 'Ask the service again' }).click()
  await expect(message.getByRole('button', { name: 'Ask the service again' })).toBeEnabled()
  await expect(page.getByRole('alert')).toHaveCount(0)

  // The address of the page names the message: a reload shows it again, Escape closes it.
  await page.reload()
  await expect(message.getByRole('heading', { name: 'Your order' })).toBeVisible()
  await message.getByRole('button', { name: 'Close the message' }).focus()
  await page.keyboard.press('Escape')
  await expect(message).toHaveCount(0)
})

test('an address that is none is said to be none, with a way back', async ({ app }) => {
  const { page } = app
  await expect(page.getByRole('heading', { name: 'Point your program here' })).toBeVisible()
  await page.goto(new URL('#/recipients/not-an-address', page.url()).href)
  await expect(page.getByRole('heading', { name: '“not-an-address” is not an address' })).toBeVisible()
  await page.getByRole('button', { name: 'Look up a recipient' }).click()
  await expect(page.getByRole('combobox', { name: 'Address of a recipient' })).toBeVisible()
})

test('erases a person for good, after their address was typed', async ({ app }) => {
  const { page } = app
  await history(page)
  const search = page.getByRole('combobox', { name: 'Search messages' })
  await search.fill('to:ada@shop.example')
  await search.press('Enter')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: /Save this search/ }).click()
  await page.getByLabel('Name', { exact: true }).fill('Our Ada')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await lookUp(page, 'ada@shop.example')
  await page.getByRole('button', { name: 'Erase this person…' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question.getByRole('checkbox', { name: /Remove the saved views that name them/ })).toBeChecked()
  await expect(question.getByText('Our Ada')).toBeVisible()
  const erase = question.getByRole('button', { name: 'Erase this person' })
  await expect(erase).toBeDisabled()
  await question.getByRole('textbox').fill('ada@shop.example')
  await erase.click()
  await expect(page.getByRole('heading', { name: 'The person was erased' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Look up another recipient' })).toBeFocused()
  await expect(page.getByText(/^1 message was removed on/)).toBeVisible()
  await page.getByRole('button', { name: 'Look up another recipient' }).click()
  await expect(page.getByText('No recipient was looked up yet')).toBeVisible()

  await page.getByRole('link', { name: 'Messages' }).click()
  await page.getByRole('button', { name: 'Sync now' }).click()
  await expect(page.getByRole('button', { name: 'Sync now' })).toBeEnabled()
  await expect(page.getByRole('grid').getByText('click+2@shop.example')).toBeVisible()
  await expect(page.getByRole('grid').getByText('ada@shop.example')).toHaveCount(0)
  await search.focus()
  await search.press('ArrowDown')
  await expect(page.getByRole('option', { name: /ada@shop.example/ })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Views' }).click()
  await expect(page.getByRole('menuitem', { name: /Save this search/ })).toBeVisible()
  await expect(page.getByRole('menu').getByText('Our Ada')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await lookUp(page, 'ada@shop.example')
  await expect(page.getByRole('heading', { name: 'This person was erased' })).toBeVisible()
})

test('says so when the service does not answer, and keeps what the archive knows', async ({ app }) => {
  const { page } = app
  app.expectError(/Failed to load resource/)
  await history(page)
  await page.getByRole('link', { name: 'Sandbox' }).click()
  await page.getByRole('tab', { name: 'Faults' }).click()
  await page.getByRole('switch', { name: 'Answer with a status' }).check()
  await faultsInForce(page)
  await lookUp(page, 'click+2@shop.example')
  await expect(page.getByText(/^The last message was delivered on/)).toBeVisible()
  await expect(page.getByText(/blacklists and the service’s counters are not known/)).toBeVisible()
  await page.getByRole('link', { name: 'Sandbox' }).click()
  await page.getByRole('tab', { name: 'Faults' }).click()
  await page.getByRole('button', { name: 'Switch all off' }).click()
  await faultsInForce(page)
  await lookUp(page, 'click+2@shop.example')
  await expect(descriptionOf(page, 'Bounces')).toHaveText('Not listed')
})
