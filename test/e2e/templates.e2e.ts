import type { FrameLocator } from '@playwright/test'
import type { Sandbox } from '#sandbox/create-sandbox.ts'
import { openAccount } from './support/accounts.ts'
import { violations } from './support/axe.ts'
import { listenElsewhere, refusedByMailFrame } from './support/elsewhere.ts'
import { expect, test, type AppUnderTest } from './support/fixtures.ts'
import { hostileLinks } from './support/hostile-links.ts'

const paragraphs = Array.from({ length: 60 }, (_none, at) => `<p>Paragraph ${at} of a long mail.</p>`)
const html = `<h1>Hello {{name}}</h1>${paragraphs.join('\n')}`

/** Changes the first template of a service, as another program would. */
function write(service: Sandbox, change: { subject?: string; htmlContent?: string; description?: string }): string {
  const [{ id } = { id: '' }] = service.store.templates.list()
  service.store.templates.update(id, change, Date.now())
  return id
}

function stored(service: Sandbox) {
  return service.store.templates.list()[0]!
}

async function openTemplates(app: AppUnderTest, service: Sandbox): Promise<void> {
  await openAccount(app, { name: 'Shop', service })
  await app.pages.shell.open('templates')
}

/** Opens a template with two versions, both read from the service. */
async function openVersions(app: AppUnderTest, service: Sandbox, changed: string): Promise<void> {
  const { templates } = app.pages
  write(service, { description: 'Order confirmation', subject: 'Your order', htmlContent: html })
  await openTemplates(app, service)
  await templates.open('Order confirmation').click()
  await expect(templates.tab('Versions')).toContainText('1')
  write(service, { subject: 'Your parcel', htmlContent: changed })
  await templates.reload.click()
  await templates.tab('Versions').click()
  await expect(templates.versions).toHaveCount(2)
}

/** The width that media queries for phones see. */
function widthOf(mail: FrameLocator): Promise<number> {
  return mail.owner().evaluate((frame) => frame.clientWidth)
}

test.beforeEach(({ app }) => app.expectError(refusedByMailFrame))

test('a template is found by typing, and its versions are compared by keyboard', async ({ app, startService }) => {
  const service = await startService({})
  const { page } = app
  const { templates } = app.pages
  await openVersions(app, service, html.replace('Paragraph 40', 'Section 40').replace('{{name}}', '{{first name}}'))
  expect(await violations(page), 'the versions').toEqual([])

  await test.step('the list finds it by a word of its subject', async () => {
    await page.goBack()
    await expect(templates.row('Order confirmation')).toContainText('Your parcel')
    await page.keyboard.press('/')
    await expect(templates.search).toBeFocused()
    await page.keyboard.type('parcel')
    await expect(templates.table.getByRole('row')).toHaveCount(2)
    expect(await violations(page), 'the list').toEqual([])
    await page.keyboard.type(' nowhere')
    await expect(templates.noMatch).toBeVisible()
    await templates.search.fill('parcel')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(templates.preview.getByRole('heading')).toHaveText('Hello {{first name}}')
    expect(await violations(page), 'the template').toEqual([])
  })

  await test.step('the mails are side by side, and F7 moves through the differences', async () => {
    await templates.tab('Versions').click()
    await templates.compareOne(templates.versions.first()).press('Enter')
    await expect(templates.changedFields).toContainText('Your orderparcel')
    await expect(templates.place).toHaveText('2 changes')
    await page.keyboard.press('F7')
    await expect(templates.place).toHaveText('1 of 2')
    await expect(templates.mail('before').getByText('name', { exact: false }).first()).toBeVisible()
    await page.keyboard.press('Shift+F7')
    await expect(templates.place).toHaveText('2 of 2')
    await expect(templates.mail('before').getByText('Paragraph', { exact: true })).toBeInViewport()
    await expect(templates.mail('after').getByText('Section', { exact: true })).toBeInViewport()
    expect(await violations(page), 'the mails').toEqual([])
  })

  await test.step('both have a desktop’s layout, and F7 also works in the large view', async () => {
    await expect.poll(() => widthOf(templates.mail('before'))).toBeGreaterThanOrEqual(690)
    await expect.poll(() => widthOf(templates.mail('after'))).toBeGreaterThanOrEqual(690)
    const [note, mails] = await Promise.all([templates.enlarge.boundingBox(), templates.iframe.boundingBox()])
    expect(mails!.y - note!.y - note!.height, 'the mails stand right below').toBeLessThan(40)
    await expect(templates.difference).toContainText(/700 px wide, shown at \d\d%/)
    await templates.enlarge.press('Enter')
    await expect(templates.place).toHaveText('2 changes')
    await page.keyboard.press('F7')
    await expect(templates.place).toHaveText('1 of 2')
    expect(await violations(page), 'the large view').toEqual([])
    await templates.mail('after').locator('body').click()
    await page.keyboard.press('Escape')
    await expect(templates.dialog).toBeHidden()
    await expect(templates.enlarge).toBeFocused()
    await expect(templates.place).toHaveText('2 changes')
  })

  await test.step('one mail scrolls with the other', async () => {
    const before = templates.mail('before').locator('html')
    const after = templates.mail('after').locator('html')
    await before.hover()
    await page.mouse.wheel(0, -10_000)
    await expect(after).toHaveJSProperty('scrollTop', 0)
  })

  await test.step('so does the HTML, with equal parts collapsed', async () => {
    await templates.showAs('HTML').click()
    await expect(templates.place).toHaveText('2 changes')
    await expect(templates.difference.getByText(/unchanged lines/).first()).toBeVisible()
    await page.keyboard.press('F7')
    await expect(templates.place).toHaveText('1 of 2')
    // Changing an unrelated setting saves all settings.
    await page.keyboard.press('Control+b')
    await expect(app.pages.shell.paletteIcon).toBeVisible()
    await expect(templates.place).toHaveText('1 of 2')
    await templates.showAs('Unified').click()
    await expect(templates.place).toHaveText('2 changes')
    expect(await violations(page), 'the HTML').toEqual([])
    await page.reload()
    await expect(templates.difference.getByRole('radio', { name: 'Unified' })).toBeChecked()
  })
})

test('a template can be rolled back and forth, but not over another program’s work', async ({ app, startService }) => {
  const service = await startService({})
  const { page } = app
  const { templates } = app.pages
  await openVersions(app, service, html.replace('Hello', 'Dear'))

  await test.step('the difference is shown first, and Undo reverts it', async () => {
    await templates.rollBackTo(templates.versions.nth(1)).click()
    await expect(templates.changedFields).toContainText('Your parcelorder')
    expect(await violations(page), 'the dialog').toEqual([])
    await app.pages.shell.keepToasts()
    await templates.rollBack.press('Enter')
    await expect(templates.dialog).toBeHidden()
    expect(stored(service)).toMatchObject({ subject: 'Your order', htmlContent: html })
    await expect(templates.versions.first()).toContainText('Rolled back here')
    await expect(templates.versions.first()).toContainText('On the service')
    await templates.toastUndo.click()
    await expect.poll(() => stored(service).subject).toBe('Your parcel')
  })

  await test.step('another program’s later version is shown, and nothing is sent', async () => {
    const older = templates.versions.filter({ hasText: 'Your order' }).first()
    await expect(templates.rollBackTo(older)).toBeVisible()
    await templates.rollBackTo(older).click()
    await expect(templates.rollBack).toBeEnabled()
    write(service, { subject: 'From elsewhere' })
    await templates.showAs('HTML').click()
    await page.keyboard.press('Enter')
    await expect(templates.place).toBeVisible()
    await templates.rollBack.press('Enter')
    await expect(templates.rollBackAnyway).toBeVisible()
    await expect(templates.keepTheirs).toBeFocused()
    await expect(templates.changedFields).toContainText('From elsewhere')
    expect(stored(service).subject).toBe('From elsewhere')
    expect(await violations(page), 'the conflict').toEqual([])
    await templates.rollBackAnyway.click()
    await expect(templates.dialog).toBeHidden()
    expect(stored(service).subject).toBe('Your order')
    await expect(templates.versions.filter({ hasText: 'From elsewhere' })).toHaveCount(1)
  })
})

test('a roll back whose response was lost is looked up', async ({ app, startService }) => {
  app.expectError(/Failed to load resource/)
  const service = await startService({})
  const { templates } = app.pages
  await openVersions(app, service, html.replace('Hello', 'Dear'))
  service.faults.set([{ kind: 'cut', path: '/settings/templates/*', method: 'PUT' }])
  await templates.rollBackTo(templates.versions.nth(1)).click()
  await templates.rollBack.click()
  await expect(templates.check).toBeVisible()
  service.faults.set([])
  await templates.check.click()
  await expect(templates.dialog).toBeHidden()
  await expect(templates.versions.first()).toContainText('Rolled back here')
  await expect(templates.versions.first()).toContainText('On the service')
})

test('a template is tested and removed, and Undo restores it', async ({ app, startService }) => {
  app.expectError(/Failed to load resource/)
  const service = await startService({})
  const { page } = app
  const { shell, templates } = app.pages
  write(service, { description: 'Order confirmation', subject: 'Your order', htmlContent: html })
  await openTemplates(app, service)
  await templates.open('Order confirmation').click()
  await templates.test.press('Enter')
  await templates.sendTest.press('Enter')
  await expect(templates.recipient).toHaveAccessibleDescription(/Enter one address/)
  await templates.recipient.fill('jane@example.org')
  await templates.recipient.press('Enter')
  await expect(page.getByRole('paragraph').filter({ hasText: 'to jane@example.org' })).toBeVisible()

  const count = service.store.templates.list().length
  await templates.remove.press('Enter')
  expect(await violations(page), 'the removal').toEqual([])
  await templates.keyToConfirm.fill('order-confirmation')
  await shell.keepToasts()
  await templates.confirmRemoval.click()
  await expect(templates.row('Order confirmation')).toContainText('Deleted')
  expect(service.store.templates.list()).toHaveLength(count - 1)
  await templates.toastUndo.click()
  await expect.poll(() => service.store.templates.list().length).toBe(count)

  await test.step('a template that was removed elsewhere is created again from its last version', async () => {
    const [{ id } = { id: '' }] = service.store.templates.list().filter(({ name }) => name === 'order-confirmation')
    await shell.open(`templates/${id}`)
    await expect(templates.edit).toBeVisible()
    service.store.templates.remove(id)
    await templates.reload.click()
    await expect(page.getByText('The service no longer has this template')).toBeVisible()
    expect(await violations(page), 'a removed template').toEqual([])
    await templates.createAgain.click()
    await templates.confirmation.getByRole('button', { name: 'Create again' }).click()
    await expect(templates.edit).toBeVisible()
    expect(service.store.templates.findByName('order-confirmation')).toMatchObject({ subject: 'Your order' })
  })
})

test('a template can be opened by its id if the account cannot list templates', async ({ app, startService }) => {
  app.expectError(/Failed to load resource/)
  const service = await startService({ strict: true })
  const { page } = app
  const { templates } = app.pages
  await openTemplates(app, service)
  await expect(templates.notListed).toBeVisible()
  await templates.idField.press('Enter')
  await expect(templates.idField).toHaveAccessibleDescription(/Enter the ID/)
  expect(await violations(page), 'by id').toEqual([])
  await templates.idField.fill(stored(service).id)
  await templates.idField.press('Enter')
  await expect(page.getByText('Nothing is known about this template')).toBeVisible()
})

test('the templates of a read-only account are shown but not changed', async ({ app, startService }) => {
  const service = await startService({})
  const { accountForm, shell, templates } = app.pages
  await shell.open('accounts/new')
  await accountForm.fill({ name: 'Shop', url: service.url, ...service.credentials })
  await accountForm.readOnly.check()
  await accountForm.testAndAdd.click()
  await app.pages.overview.title.waitFor()
  write(service, { description: 'Order confirmation', htmlContent: html })
  await shell.open('templates')
  await expect(templates.readOnly).toBeVisible()
  await templates.open('Order confirmation').click()
  await expect(templates.preview.getByRole('heading')).toBeVisible()
  await expect(templates.readOnly).toBeVisible()
  await expect(templates.remove).toBeHidden()
  await expect(templates.test).toBeHidden()
})

test('a hostile template runs and fetches nothing when its versions are compared', async ({ app, startService }) => {
  app.expectError(/Blocked form submission|Refused to/)
  const { page } = app
  const { templates } = app.pages
  const elsewhere = await listenElsewhere()
  const opened: string[] = []
  page.context().on('page', (other) => opened.push(other.url()))
  try {
    const run = 'globalThis.ran=top.ran=1'
    const hostile = [
      `<script>${run}</script><img src=x onerror="${run}"><svg onload="${run}"></svg>`,
      `<style>@import "${elsewhere.url}"; p{background:url(${elsewhere.url})}</style>`,
      `<img src="${elsewhere.url}" srcset="${elsewhere.url} 2x">`,
      ...hostileLinks(elsewhere.url),
    ].join('\n<p>Between</p>\n')
    const service = await startService({})
    await openVersions(app, service, `<h1>Hello {{name}}</h1>${hostile}<p>The end</p>`)
    await templates.compareOne(templates.versions.first()).click()
    await expect(templates.place).toHaveText(/\d+ changes?/)
    const where = page.url()
    await expect(templates.mail('after').locator('body')).toContainText('Between')
    for (let step = 0; step < 5; step++) await page.keyboard.press('F7')
    const box = await templates.mail('after').owner().boundingBox()
    await page.mouse.click(box!.x + 40, box!.y + 60)
    await page.mouse.click(box!.x + 40, box!.y + 60, { button: 'middle' })
    await page.keyboard.press('Enter')
    await page.keyboard.press('F7')
    await expect(templates.place).toHaveText(/^\d+ of /)
    expect(await page.evaluate(() => 'ran' in globalThis)).toBe(false)
    expect(elsewhere.connections()).toBe(0)
    expect(opened).toEqual([])
    expect(page.url()).toBe(where)
  } finally {
    elsewhere.close()
  }
})
