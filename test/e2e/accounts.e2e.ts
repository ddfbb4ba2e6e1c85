import type { Page } from '@playwright/test'
import type { Sandbox } from '#sandbox/create-sandbox.ts'
import { expect, test } from './support/fixtures.ts'
import { startService } from './support/sandbox.ts'

async function addAccount(page: Page, service: Sandbox, name: string): Promise<void> {
  await page.goto(new URL('#/accounts/new', page.url()).href)
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Base URL').fill(service.url)
  await page.getByLabel('User', { exact: true }).fill(service.credentials.user)
  await page.getByLabel('Key', { exact: true }).fill(service.credentials.key)
  await page.getByRole('button', { name: 'Test and add' }).click()
}

test('accounts are added, renamed, made read-only, switched and removed', async ({ app }) => {
  const service = await startService()
  try {
    const { page } = app
    for (const name of ['Production', 'Staging']) {
      await addAccount(page, service, name)
      await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
    }

    await page.getByRole('link', { name: 'Accounts' }).click()
    await page.getByRole('button', { name: 'Edit Production' }).click()
    await page.getByLabel('Name').fill('Live')
    await page.getByText('Advanced').click()
    await page.getByLabel('Read-only').check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Live was saved.' })).toBeVisible()

    await page.getByRole('button', { name: /^Account: Staging/ }).click()
    await page
      .getByRole('menuitemcheckbox', { name: /Live/ })
      .or(page.getByRole('menuitemradio', { name: /Live/ }))
      .click()
    await expect(page.getByRole('button', { name: 'Account: Live' })).toContainText('Read-only')

    await page.getByRole('button', { name: 'Remove… Staging' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByLabel('Delete the records').check()
    await expect(dialog.getByRole('button', { name: 'Remove the account' })).toBeDisabled()
    await dialog.getByRole('textbox').fill('Staging')
    await dialog.getByRole('button', { name: 'Remove the account' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Staging was removed.' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Edit Staging' })).toHaveCount(0)
  } finally {
    await service.close()
  }
})

test('a long name leaves room for what can be done, and what is wrong is said under Advanced too', async ({ app }) => {
  const service = await startService()
  try {
    const { page } = app
    await page.setViewportSize({ width: 900, height: 600 })
    await addAccount(page, service, 'Invoices and reminders of the shop in all its countries, production')
    await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeInViewport({ ratio: 1 })
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByText('Advanced').click()
    await page.getByLabel('User header').fill('X Bad Name')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('A header name has letters, digits and dashes.', { exact: true })).toBeVisible()
    await expect(page.getByLabel('User header')).toBeFocused()
    await page.getByLabel('User header').fill('X-Good-Name')
    await page.getByRole('textbox', { name: 'Recipient allow-list' }).fill('example.com')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText(/“example.com” would allow nobody/)).toBeVisible()
  } finally {
    await service.close()
  }
})

test('an account that is to lead elsewhere asks for its key again, and keeps what was typed', async ({ app }) => {
  const [service, other] = [await startService(), await startService({ key: 'key-of-the-other-service-0002' })]
  try {
    const { page } = app
    await addAccount(page, service, 'Shop')
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const key = page.getByLabel('Key', { exact: true })
    await expect(page.getByText('Leave empty to keep the stored key.')).toBeVisible()
    await page.getByLabel('Name').fill('Store')
    await page.getByLabel('Base URL').fill(other.url)
    await expect(
      page.getByText('Enter the key again: the stored one is sent only to the server it was entered for.'),
    ).toBeVisible()
    for (const button of ['Test the connection', 'Save']) {
      await page.getByRole('button', { name: button, exact: true }).click()
      await expect(page.getByText(`The stored key belongs to ${new URL(service.url).origin}`)).toBeVisible()
      await expect(key).toBeFocused()
    }
    await expect(page.getByLabel('Name')).toHaveValue('Store')
    await expect(page.getByLabel('Base URL')).toHaveValue(other.url)
    expect(other.control.requests()).toHaveLength(0)
    await key.fill(other.credentials.key)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Store was saved.' })).toBeVisible()
  } finally {
    await other.close()
    await service.close()
  }
})

test('read-only is lifted by typing the key again, where the host has no dialog of its own', async ({ app }, info) => {
  test.skip(info.project.name === 'electron', 'the dialog of the system is not part of the page')
  const service = await startService()
  try {
    const { page } = app
    await addAccount(page, service, 'Shop')
    const save = page.getByRole('button', { name: 'Save', exact: true })
    const saved = page.getByRole('status').filter({ hasText: 'Shop was saved.' })
    const confirmation = page.getByLabel('Confirm with the key')
    const edit = async () => {
      await page
        .getByRole('button', { name: 'Edit', exact: true })
        .or(page.getByRole('button', { name: 'Edit Shop' }))
        .click()
      await page.getByText('Advanced').click()
    }
    await edit()
    await page.getByLabel('Read-only').check()
    await expect(confirmation).toHaveCount(0)
    await save.click()
    await expect(saved).toBeVisible()

    await edit()
    await page.getByLabel('Read-only').uncheck()
    await save.click()
    await expect(page.getByText('Type the key of this account to confirm.')).toBeVisible()
    await expect(confirmation).toBeFocused()
    await confirmation.fill('not-the-key')
    await save.click()
    await expect(page.getByText('This isn’t the key that is stored for this account.')).toBeVisible()
    await confirmation.fill(service.credentials.key)
    await save.click()
    await expect(page.getByRole('button', { name: 'Edit Shop' })).toBeVisible()
    await expect(page.getByRole('main').getByText('Read-only')).toHaveCount(0)
  } finally {
    await service.close()
  }
})

test('the password of a proxy is shown as dots, which keep it', async ({ app }) => {
  const service = await startService()
  try {
    const { page } = app
    await addAccount(page, service, 'Shop')
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByText('Advanced').click()
    const proxy = page.getByLabel('Proxy')
    await proxy.fill('http://ada:swordfish@proxy.example:3128')
    await page.getByLabel('Key', { exact: true }).fill(service.credentials.key)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    for (const name of ['Store', 'Market']) {
      await page.getByRole('button', { name: /^Edit / }).click()
      await page.getByText('Advanced').click()
      await expect(proxy).toHaveValue('http://ada:•••@proxy.example:3128')
      await page.getByLabel('Name').fill(name)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(page.getByRole('status').filter({ hasText: `${name} was saved.` })).toBeVisible()
    }
  } finally {
    await service.close()
  }
})

test('a second account of the same name is refused at the name', async ({ app }) => {
  const service = await startService()
  try {
    const { page } = app
    for (let round = 0; round < 2; round++) {
      await addAccount(page, service, 'Shop')
      if (round === 0) await expect(page.getByRole('heading', { name: 'Shop', level: 1 })).toBeVisible()
    }
    await expect(page.getByText('There is already an account named Shop')).toBeVisible()
    await expect(page.getByLabel('Name')).toBeFocused()
  } finally {
    await service.close()
  }
})

test('Overview says why the service is not reached, at once when that is known', async ({ app }) => {
  const service = await startService()
  const { page } = app
  const reason = page.getByRole('alert').filter({ hasText: /refuses the connection: no service answers/ })
  try {
    await addAccount(page, service, 'Shop')
    await expect(page.getByText('The service answers')).toBeVisible()
    await expect(reason).toHaveCount(0)
  } finally {
    await service.close()
  }
  await page.getByRole('button', { name: 'Check the connection' }).click()
  await expect(reason).toBeVisible()
  // The log of calls follows by itself, in one line for each.
  await expect(page.getByRole('row', { name: /settings\.apiKeys .* connection-refused/ })).toBeVisible()

  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  let checks = 0
  page.on('request', (request) => (checks += request.url().endsWith('/accounts.refresh') ? 1 : 0))
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(reason).toBeVisible()
  expect(checks).toBe(0)
})

test('a form that is saved slowly does not take the user back from where they went', async ({ app }, info) => {
  test.skip(info.project.name === 'electron', 'the calls of Electron cannot be held up from here')
  const service = await startService()
  try {
    const { page } = app
    await addAccount(page, service, 'Shop')
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Name').fill('Market')
    let letGo = (): void => undefined
    const held = new Promise<void>((resolve) => (letGo = resolve))
    await page.route('**/rpc/accounts.update', async (route) => {
      await held
      await route.continue()
    })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('link', { name: 'Settings' }).click()
    await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
    letGo()
    await expect(page.getByRole('status').filter({ hasText: 'Market was saved.' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  } finally {
    await service.close()
  }
})

test('what happens while the page opens is not lost', async ({ app }, info) => {
  test.skip(info.project.name === 'electron', 'the calls of Electron cannot be held up from here')
  const service = await startService()
  try {
    const { page } = app
    await addAccount(page, service, 'Shop')
    await expect(page.getByRole('heading', { name: 'Shop', level: 1 })).toBeVisible()
    const devTools = await page.context().newCDPSession(page)
    await devTools.send('Network.enable')
    const told = new Promise<void>((resolve) => {
      const read = (data = '') => {
        if (Buffer.from(data, 'base64').includes('"accounts":[]')) resolve()
      }
      devTools.on('Network.dataReceived', ({ data }) => read(data))
      devTools.on('Network.responseReceived', ({ requestId, response }) => {
        if (!response.url.endsWith('/events')) return
        // What comes from here on is reported with its content, and what came before is in the answer.
        void devTools
          .send('Network.streamResourceContent', { requestId })
          .then(({ bufferedData }) => read(bufferedData))
      })
    })
    const { origin } = new URL(page.url())
    await page.route('**/rpc/accounts.list', async (route) => {
      const response = await route.fetch()
      const { output } = (await response.json()) as { output: { accounts: { id: string }[] } }
      // Removed elsewhere after it was answered, and before the page has the answer.
      await page.request.post(`${origin}/rpc/accounts.remove`, {
        headers: { Origin: origin, Authorization: route.request().headers()['authorization'] ?? '' },
        data: { id: output.accounts[0]?.id, archive: 'keep' },
      })
      await told
      await route.fulfill({ response })
    })
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Welcome to Mailroom' })).toBeVisible()
  } finally {
    await service.close()
  }
})
