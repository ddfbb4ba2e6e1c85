import { expect, test } from './support/fixtures.ts'

test('the link opens the app once and leaves no token in the address', async ({ app, context }) => {
  const { page } = app
  await expect(page).toHaveTitle(/Mailroom/)
  await expect(page.getByRole('main')).toBeVisible()
  expect(page.url()).not.toContain('token')
  const [cookie] = await context.cookies()
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', expires: -1 })
})

test('a reload and a second tab stay signed in', async ({ app, context }) => {
  const { page } = app
  await page.reload()
  await expect(page.getByRole('main')).toBeVisible()
  const second = await context.newPage()
  await second.goto(new URL('/', page.url()).href)
  await expect(second.getByRole('main')).toBeVisible()
  await second.close()
})

test('the app starts again on the same data', async ({ app }) => {
  await expect(app.page.getByRole('main')).toBeVisible()
  await app.restart()
  await expect(app.page.getByRole('main')).toBeVisible()
})
