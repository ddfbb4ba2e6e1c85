import { addAccount } from './support/accounts.ts'
import { violations } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { historyTest } from './support/shop.ts'

historyTest('the lists load automatically, are searched by keyboard, and link to recipients', async ({ app }) => {
  const { page } = app
  const { shell, blacklists, recipients } = app.pages
  await shell.open('blacklists')
  await expect(blacklists.rows.first()).toBeVisible()
  await expect(blacklists.fresh).toBeVisible()
  await expect(blacklists.growth).toBeVisible()
  expect(await violations(page), 'the list').toEqual([])

  const first = await blacklists.rows.first().getByRole('gridcell').first().innerText()
  await test.step('an address is found by a part of it', async () => {
    await page.keyboard.press('Control+f')
    await expect(blacklists.search).toBeFocused()
    await page.keyboard.type(first)
    await expect(blacklists.rows).toHaveCount(1)
    await blacklists.search.fill('nobody-has-this')
    await expect(blacklists.nothingFound).toBeVisible()
    expect(await violations(page), 'nothing found').toEqual([])
    await blacklists.clearFilters.click()
    await expect(blacklists.search).toBeFocused()
    await expect(blacklists.rows.nth(3)).toBeVisible()
  })

  await test.step('a click on a header sorts the whole list, and the order is remembered', async () => {
    const header = page.getByRole('columnheader', { name: 'Address' })
    const second = blacklists.rows.nth(1).getByRole('gridcell').first()
    const newest = await second.innerText()
    await header.click()
    await expect(header).toHaveAttribute('aria-sort', 'ascending')
    // The header shows the new order before the rows arrive. The first row is from a mass event in both orders.
    await expect(second).not.toHaveText(newest)
    const ascending = await second.innerText()
    await header.click()
    await expect(header).toHaveAttribute('aria-sort', 'descending')
    await expect(second).not.toHaveText(ascending)
    const last = await second.innerText()
    await shell.open('domains')
    await shell.open('blacklists')
    await expect(header).toHaveAttribute('aria-sort', 'descending')
    await expect(second).toHaveText(last)
    await page.getByRole('columnheader', { name: 'Since' }).click()
    await expect(blacklists.rows.first().getByRole('gridcell').first()).toHaveText(first)
  })

  await test.step('an entry shows its reason, and opens its recipient', async () => {
    await blacklists.grid.focus()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('heading', { name: first })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Cause' })).toBeVisible()
    expect(await violations(page), 'the entry').toEqual([])
    await page.keyboard.press('Enter')
    await expect(recipients.heading(first)).toBeVisible()
    await page.goBack()
  })

  await test.step('another list can be compared with this one', async () => {
    await blacklists.tab('Complaints').click()
    await expect(page).toHaveURL(/#\/blacklists\/complaints/)
    await blacklists.otherList.selectOption({ label: 'Not in Bounces' })
    await expect(blacklists.rows.first()).toBeVisible()
    await blacklists.otherList.selectOption({ label: 'Also in Bounces' })
    await expect(page.getByText(/^\d+ of \d+ addresses$/)).toBeVisible()
  })
})

test('addresses are added, checked and removed, each change is logged, and a removal can be undone', async ({
  app,
  startService,
}) => {
  const service = await startService({ scenario: 'empty' })
  await addAccount(app.pages, { name: 'Shop', service })
  await app.pages.overview.title.waitFor()
  const { page } = app
  const { shell, blacklists } = app.pages
  await shell.open('blacklists')
  await expect(blacklists.nobody).toBeVisible()
  expect(await violations(page), 'nobody').toEqual([])

  await test.step('an invalid address is refused with an error message', async () => {
    await blacklists.add.press('Enter')
    await blacklists.address.fill('jane')
    await blacklists.address.press('Enter')
    await expect(blacklists.addition).toContainText('is not an email address')
    expect(await violations(page), 'the addition').toEqual([])
    await blacklists.address.fill('jane@example.org')
    await blacklists.address.press('Enter')
    await expect(blacklists.row('jane@example.org')).toBeVisible()
  })

  await test.step('a pasted list is checked', async () => {
    await blacklists.check.click()
    await blacklists.pasted.fill('Jane <jane@example.org>, new@example.org')
    await blacklists.checkNow.press('Enter')
    await expect(blacklists.checked).toContainText('1 of 2 addresses is on a list.')
    expect(await violations(page), 'the check').toEqual([])
    await blacklists.pasted.evaluate((box: HTMLTextAreaElement) => {
      box.value = 'jane@example.org '.repeat(500_000)
      box.dispatchEvent(new Event('input', { bubbles: true }))
    })
    await expect(blacklists.checking).toContainText('This list is too long for one check.')
    await expect(blacklists.checked).toHaveCount(0)
    await blacklists.closeCheck.click()
  })

  await test.step('a removal is confirmed, made at the service, and can be undone', async () => {
    await blacklists.row('jane@example.org').click()
    await blacklists.removeOne.click()
    await expect(blacklists.removal).toContainText('Remove jane@example.org from Bounces?')
    await shell.keepToasts()
    await blacklists.confirmRemoval.press('Enter')
    await expect(blacklists.nobody).toBeVisible()
    await app.pages.notes.undo.click()
    await expect(blacklists.row('jane@example.org')).toBeVisible()
  })

  await test.step('the log shows who did what', async () => {
    await blacklists.more.click()
    await blacklists.menuItem('Show change log').click()
    await expect(blacklists.log.getByRole('listitem')).toHaveCount(3)
    await expect(blacklists.log).toContainText('Removed from Bounces.')
    expect(await violations(page), 'the log').toEqual([])
  })
})
