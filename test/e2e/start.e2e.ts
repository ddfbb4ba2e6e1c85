import { spawnBrowserHost } from '#test/support/browser-host.ts'
import { createDataFolder } from '#test/support/data-folder.ts'
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

test('a page whose Mailroom was closed says so, and does not promise to come back where another answers', async ({
  page,
}) => {
  const folder = await createDataFolder()
  const first = await spawnBrowserHost({ dataFolder: folder.path })
  const port = new URL(first.link).port
  await page.goto(first.link)
  await expect(page.getByRole('main')).toBeVisible()
  await first.stop()
  await expect(page.getByText(/own process does not answer/)).toBeVisible()
  const second = await spawnBrowserHost({ dataFolder: folder.path, flags: ['--secrets', 'memory', '--port', port] })
  await expect(page.getByText(/This page belongs to a Mailroom that was closed/)).toBeVisible()
  await page.goto(second.link)
  await expect(page.getByRole('main')).toBeVisible()
  await expect(page.getByText(/Mailroom that was closed/)).toBeHidden()
  await page.goto('about:blank')
  await second.stop()
  await folder.remove()
})

test('the app starts again on the same data', async ({ app }) => {
  await expect(app.page.getByRole('main')).toBeVisible()
  await app.restart()
  await expect(app.page.getByRole('main')).toBeVisible()
})
