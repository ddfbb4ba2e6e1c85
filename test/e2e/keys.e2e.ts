import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openAccount } from './support/accounts.ts'
import { violations } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { heapSnapshot } from './support/heap.ts'

// A trace records what the page shows, and this page shows a key.
test.use({ trace: 'off' })

test('a key is created, rotated, changed and deleted by keyboard', async ({ app, startService }) => {
  const service = await startService({})
  const { page } = app
  const { shell, keys } = app.pages
  await openAccount(app, { name: 'Shop', service })
  await shell.open('keys')
  await expect(keys.row('Mailroom')).toBeVisible()
  expect(await violations(page), 'the list').toEqual([])

  await test.step('an invalid address is reported at its field', async () => {
    await keys.new.press('Enter')
    await expect(keys.description).toBeFocused()
    await keys.create.press('Enter')
    await expect(keys.description).toHaveAccessibleDescription(/Describe what the key is for/)
    await keys.description.fill('Checkout')
    await keys.filter.press('Space')
    await keys.create.press('Enter')
    await expect(keys.addresses).toHaveAccessibleDescription(/Without an address, the key can’t be used/)
    await keys.addresses.fill('010.0.0.1')
    await keys.addresses.press('Enter')
    await expect(keys.addresses).toHaveAccessibleDescription(/Write 10\.0\.0\.1\./)
    await keys.removeAddress('010.0.0.1').press('Enter')
    await keys.addresses.fill('10.0.0.5/8')
    await keys.addresses.press('Enter')
    expect(await violations(page), 'the form').toEqual([])
    await keys.useNetworks.press('Enter')
    await expect(keys.removeAddress('10.0.0.0/8')).toBeVisible()
  })

  await test.step('the new key is shown, and Escape does not lose it', async () => {
    await keys.create.press('Enter')
    await expect(keys.secret).toBeVisible()
    await expect(keys.secret).toHaveText(service.control.keys().at(-1)!.key)
    // Chromium closes a dialog at the second Escape even if the page prevents it.
    for (let press = 0; press < 3; press++) await page.keyboard.press('Escape')
    await expect(keys.secret).toBeVisible()
    expect(await violations(page), 'the new key').toEqual([])
    await keys.done.press('Enter')
    await expect(keys.new).toBeFocused()
    await expect(keys.row('Checkout')).toContainText('10.0.0.0/8')
  })

  await test.step('the key is rotated, and the old one deleted once nothing uses it', async () => {
    await keys.row('Checkout').click()
    expect(await violations(page), 'the details').toEqual([])
    await keys.rotate.press('Enter')
    await expect(keys.description).toHaveValue('Checkout 2')
    await keys.create.press('Enter')
    await keys.done.press('Enter')
    await expect(keys.rotation('Checkout')).toContainText(/Neither key has been used|Disable the old key/)
    expect(await violations(page), 'the rotation').toEqual([])
    await keys.deleteOld.press('Enter')
    await keys.confirm.press('Enter')
    await expect(keys.rotation('Checkout')).toBeHidden()
    await expect(keys.table.getByRole('row')).toHaveCount(3)
  })

  await test.step('a changed description is saved', async () => {
    await keys.row('Checkout 2').click()
    await keys.edit.press('Enter')
    await keys.description.fill('Checkout of today')
    await keys.save.press('Enter')
    await expect(keys.row('Checkout of today')).toBeVisible()
    expect(service.control.keys().at(-1)).toMatchObject({ description: 'Checkout of today' })
  })
})

test('a new key is shown once, and is then nowhere in the page, in no file and in no log', async ({
  app,
  startService,
}) => {
  const service = await startService({})
  const { page, dataFolder } = app
  const { shell, keys, accounts } = app.pages
  await openAccount(app, { name: 'Shop', service })
  await shell.open('keys')
  await keys.new.click()
  await keys.description.fill('Checkout')
  await keys.create.click()
  await expect(keys.secret).toBeVisible()
  const secret = service.control.keys().at(-1)!.key
  await keys.addAccount.click()
  await expect(keys.dialog).toContainText('The account “Shop – Checkout” was added.')
  await keys.done.click()
  await expect(keys.dialog).toBeHidden()
  await shell.open('accounts')
  await expect(accounts.edit('Shop – Checkout')).toBeVisible()

  expect(await page.content()).not.toContain(secret)
  expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage, document.cookie])')).not.toContain(secret)
  expect((await heapSnapshot(page)).includes('Checkout')).toBe(true)
  // Garbage is collected at any time, so a single snapshot proves nothing.
  await expect.poll(async () => (await heapSnapshot(page)).includes(secret)).toBe(false)

  const entries = await readdir(dataFolder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  expect(files.length).toBeGreaterThan(2)
  for (const file of files) expect([file, (await readFile(file, 'latin1')).includes(secret)]).toEqual([file, false])
})

test('a key whose response was lost is found in the list, and taken over', async ({ app, startService }) => {
  app.expectError(/Failed to load resource/)
  const service = await startService({})
  const { page } = app
  const { shell, keys } = app.pages
  await openAccount(app, { name: 'Shop', service })
  await shell.open('keys')
  await keys.new.click()
  await keys.description.fill('Checkout')
  service.faults.set([{ kind: 'cut', path: '/settings/apikeys', method: 'POST' }])
  await keys.create.click()
  await expect(keys.lost).toContainText('may or may not have been created')
  await expect(keys.create).toBeDisabled()
  expect(await violations(page), 'the answer was lost').toEqual([])
  service.faults.clear()
  await keys.look.click()
  await keys.useFound.click()
  await expect(keys.secret).toBeVisible()
  await expect(keys.secret).toHaveText(service.control.keys().at(-1)!.key)
})

test('a read-only account shows its keys and does not offer changes', async ({ app, startService }) => {
  const service = await startService({})
  const { page } = app
  const { shell, keys, accountForm } = app.pages
  await shell.open('accounts/new')
  await accountForm.fill({ name: 'Shop', url: service.url, ...service.credentials })
  await accountForm.readOnly.check()
  await accountForm.testAndAdd.click()
  await shell.open('keys')
  await expect(keys.readOnly).toBeVisible()
  await expect(keys.new).toBeHidden()
  await keys.row('Mailroom').click()
  await expect(keys.details).toBeVisible()
  await expect(keys.rotate).toBeHidden()
  expect(await violations(page)).toEqual([])
})
