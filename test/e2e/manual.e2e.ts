import { violationsInThemes } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { onEmptySandbox } from './support/sandbox-program.ts'

test.use(onEmptySandbox)

test('the manual opens at the current view’s page, can be searched, and follows its links, by keyboard', async ({
  app,
}) => {
  const { page } = app
  const { manual, shell } = app.pages
  await shell.open('recipients')
  await expect(shell.viewTitle).toHaveText('Recipients')
  await page.keyboard.press('Shift+F1')
  await expect(manual.heading('Find out whether somebody got a message')).toBeVisible()
  await expect(manual.pages.filter({ hasText: 'Find out whether somebody got a message' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  expect(await violationsInThemes(page)).toEqual([])

  await test.step('typing finds sections and links to them', async () => {
    await manual.find.fill('import old file')
    await expect(manual.found.first()).toContainText('Import an old file')
    await manual.found.first().press('Enter')
    await expect(manual.heading('Import an old file')).toBeInViewport()
    await expect(page.getByRole('article').locator('ol').first()).toHaveCSS('list-style-type', 'decimal')
    await manual.find.fill('xylophone')
    await expect(page.getByText('No page in the manual contains all of these words.')).toBeVisible()
    await manual.find.fill('')
  })

  await test.step('a link opens the page that it names', async () => {
    await page.getByRole('main').getByRole('link', { name: 'command line', exact: true }).press('Enter')
    await expect(manual.heading('Automate with the command line')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Automate with the command line' })).toBeFocused()
    await page.goBack()
    await expect(manual.heading('Keep the history of an account')).toBeVisible()
  })
})
