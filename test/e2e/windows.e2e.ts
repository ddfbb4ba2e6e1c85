import { expect } from './support/fixtures.ts'
import { historyTest as test } from './support/shop.ts'

test('a message, a recipient and a dashboard can be opened in a separate window', async ({ app }) => {
  const { page } = app
  const { messages, detail, shell } = app.pages
  await messages.title.click()
  await messages.settled()

  await test.step('a row’s menu opens its message there, which links back to the rows', async () => {
    await messages.rows.nth(1).click()
    await expect(messages.grid).toBeFocused()
    const opened = await app.openWindow(async () => {
      await page.keyboard.press('Shift+F10')
      await page.getByRole('menuitem', { name: /^Open in new (window|tab)$/ }).press('Enter')
    })
    await expect(opened.pages.detail.timeline).toBeVisible()
    await expect(opened.pages.detail.newWindow).toHaveCount(0)
    await opened.pages.detail.back.press('Enter')
    await expect(opened.pages.messages.grid).toBeVisible()
    await app.closeWindow(opened.page)
  })

  await test.step('so does the detail beside the rows', async () => {
    const subject = await detail.article.getByRole('heading').first().textContent()
    const opened = await app.openWindow(() => detail.newWindow.click())
    await expect(opened.pages.detail.article.getByRole('heading', { name: subject ?? '' })).toBeVisible()
    await expect(messages.grid).toBeVisible()
    await app.closeWindow(opened.page)
  })

  await test.step('the dashboard opens in its current state, and follows the settings of the first window', async () => {
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    await expect(app.pages.dashboard.figures).toBeVisible()
    await app.pages.dashboard.comparison.selectOption('none')
    await expect(page).toHaveURL(/compare=none/)
    const opened = await app.openWindow(() => app.pages.dashboard.newWindow.click())
    await expect(opened.pages.dashboard.comparison).toHaveValue('none')
    await shell.settingsLink.click()
    await app.pages.settings.comfortable.click()
    await expect(opened.pages.shell.root).toHaveAttribute('data-density', 'comfortable')
  })

  await test.step('the palette can open any view', async () => {
    const opened = await app.openWindow(async () => {
      await page.keyboard.press('Control+K')
      await page.keyboard.type('new window')
      await page.keyboard.press('Enter')
    })
    await expect(opened.pages.shell.viewTitle).toHaveText('Settings')
  })
})
