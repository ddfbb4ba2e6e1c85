import { randomUUID } from 'node:crypto'
import { expect, test } from '../support/fixtures.ts'
import { makeSend } from '../support/made-entries.ts'
import { print } from './print.ts'
import { openSandboxShop } from './sandbox-shop.ts'

let accountId = ''

test.beforeEach(async ({ app }) => {
  accountId = await openSandboxShop(app)
})

test('recipient', async ({ app }) => {
  const { messages, recipients, shell } = app.pages
  await shell.open('messages?q=state:hardbounced')
  const address = /\S+@\S+/.exec(await messages.rows.nth(1).innerText())![0]
  await shell.open(`recipients/${encodeURIComponent(address)}`)
  await expect(recipients.messages.locator('[data-row]').first()).toBeVisible()
  await print(app, 'recipient')
})

test('sent', async ({ app }) => {
  const { rests, sending, shell } = app.pages
  const fault = { kind: 'status', path: '/messages/send', status: 409, times: 2 } as const
  await app.ask!('sandbox.setFaults', { faults: [fault] })
  const id = await makeSend(app.ask!, 'failed')
  await shell.open(`compose/sent/${id}`)
  await expect(sending.recipients.locator('[data-row]').first()).toBeVisible()
  await expect(rests.begin).toBeVisible()
  await print(app, 'sent')
})

test('templates', async ({ app }) => {
  const { shell, templates } = app.pages
  const ask = app.ask!
  const list = await ask('templates.list', { accountId })
  const { id } = list.templates!.find(({ name }) => name === 'order-confirmation')!
  const { template, version } = await ask('templates.get', { accountId, id })
  const { description, from, html, text } = template!
  const changed = html.replace(/<h1[^>]*>[^<]*/, (title) => `${title}, and thank you`)
  const content = { description, from, subject: 'Your order is on its way', html: changed, text }
  const after = await ask('templates.update', { accountId, id, ...content, effectId: randomUUID(), base: version })
  await shell.open(`templates/${id}/compare?before=${version}&after=${after.version}`)
  await expect(templates.place).toContainText('1 change')
  await print(app, 'templates')
})

test('alerts', async ({ app }) => {
  const { alerts, shell } = app.pages
  const window = { unit: 'day', count: 1 } as const
  const limits = { provider: null, minimum: 100, window }
  const hard = { kind: 'rate', measure: 'hard', limit: 0.008, end: 0.005, ...limits } as const
  const rules = [
    { name: 'Hard bounces', search: '', condition: hard },
    { name: 'Invoices that bounce', search: 'tag:invoice', condition: { ...hard, limit: 0.015, end: 0.01 } },
    { name: 'Nothing sent for 12 hours', search: '', condition: { kind: 'silence', hours: 12 } as const },
  ]
  for (const rule of rules) {
    const more = { id: randomUUID(), isOn: true, zone: 'Europe/Berlin' }
    await app.ask!('alerts.save', { accountId, rule: { ...rule, ...more } })
  }
  await shell.open('alerts')
  await expect(alerts.history.getByRole('listitem').first()).toBeVisible()
  await print(app, 'alerts')
})

test('export', async ({ app }) => {
  const { exports, shell } = app.pages
  await shell.open('exports/new')
  await expect(exports.columns.first()).toBeVisible()
  await print(app, 'export')
})

test('blacklists', async ({ app }) => {
  const { blacklists, shell } = app.pages
  await shell.open('blacklists')
  await blacklists.rows.nth(2).click()
  await expect(blacklists.detail).toBeVisible()
  await print(app, 'blacklists')
})

test('domain', async ({ app }) => {
  const { domains, shell } = app.pages
  await shell.open('domains/news.nordwind.example')
  await expect(domains.records.getByRole('listitem').first()).toBeVisible()
  await print(app, 'domain')
})

test('keys', async ({ app }) => {
  const { keys, shell } = app.pages
  await shell.open('keys')
  await keys.table.locator('[data-row]').first().click()
  await expect(keys.details).toBeVisible()
  await print(app, 'keys')
})

test('sandbox', async ({ app }) => {
  const { shell } = app.pages
  await shell.open('sandbox/outbox')
  await app.page.getByRole('grid', { name: 'Outbox' }).locator('[data-row]').first().click()
  await expect(app.page.frameLocator('iframe').first().locator('p').first()).toBeVisible()
  await print(app, 'sandbox')
})
