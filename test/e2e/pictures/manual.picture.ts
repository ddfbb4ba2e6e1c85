import { expect, test } from '../support/fixtures.ts'
import { print } from './print.ts'
import { openSandboxShop } from './sandbox-shop.ts'

let accountId = ''

test.beforeEach(async ({ app }) => {
  accountId = await openSandboxShop(app)
})

test('messages', async ({ app }) => {
  const { messages, shell } = app.pages
  await shell.open('messages')
  await messages.rows.nth(4).click()
  await expect(app.page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  await print(app, 'messages')
})

test('dashboard', async ({ app }) => {
  const { dashboard, shell } = app.pages
  await shell.open('dashboard')
  await expect(dashboard.days).toBeVisible()
  await print(app, 'dashboard')
})

test('compose', async ({ app }) => {
  const { composer, shell } = app.pages
  const ask = app.ask!
  const { templates } = await ask('templates.list', { accountId })
  const template = templates!.find(({ name }) => name === 'order-confirmation')!
  const { id } = await ask('drafts.create', { accountId, start: { from: 'template', id: template.id } })
  const rows = ['ada', 'grace', 'open+2'].map((name) => ({
    address: `${name}@example.org`,
    name: '',
    values: [],
    parts: [],
  }))
  await ask('drafts.save', { id, people: { at: 0, remove: 0, rows } })
  await shell.open(`compose/${id}`)
  await expect(composer.saved).toBeVisible()
  await expect(app.page.frameLocator('iframe').last().locator('h1, p').first()).toBeVisible()
  await print(app, 'compose')
})
