import { templateName } from '#shared/domain/templates/template-name.ts'
import type { Sandbox } from '#sandbox/create-sandbox.ts'
import { openAccount } from './support/accounts.ts'
import { violations } from './support/axe.ts'
import { refusedByMailFrame } from './support/elsewhere.ts'
import { expect, test } from './support/fixtures.ts'

// The preview beside a template is also a mail frame.
test.beforeEach(({ app }) => app.expectError(refusedByMailFrame))

/** A template of the account, as the service stores it. */
function templateOf(service: Sandbox) {
  const { id } = service.store.templates.list().find(({ name }) => name === 'order-confirmation')!
  return { id, now: () => service.store.templates.get(id)! }
}

test('a template is changed and renamed by keyboard, with sample values in its preview', async ({
  app,
  startService,
}) => {
  const service = await startService({})
  const { id, now } = templateOf(service)
  const { page } = app
  const { templateEditor: editor, sending } = app.pages
  await openAccount(app, { name: 'Shop', service })
  await editor.open(id)
  await expect(editor.subject).toBeFocused()
  await expect(editor.description).toHaveAccessibleDescription(/“order-confirmation”/)

  await test.step('the preview uses the values that are entered for its variables', async () => {
    await editor.tab('Variables').click()
    await editor.sample('name').fill('Ada <Lovelace>')
    await editor.sample('name').press('Tab')
    expect(await violations(page), 'variables').toEqual([])
    await editor.tab('Preview').click()
    await expect(editor.shown.getByText('Ada <Lovelace>')).toBeVisible()
  })

  await test.step('a variable is inserted at the caret in the subject', async () => {
    await editor.subject.fill('For : your order')
    await editor.subject.press('Home')
    for (let step = 0; step < 4; step++) await editor.subject.press('ArrowRight')
    await editor.insertInSubject.press('Enter')
    await page.getByRole('menuitem', { name: 'name', exact: true }).press('Enter')
    await expect(editor.subject).toHaveValue('For {{name}}: your order')
    await expect(editor.subject).toBeFocused()
  })

  await test.step('a test message has the values', async () => {
    await editor.choose('Send a test…')
    const to = sending.testDialog.getByRole('textbox', { name: 'To' })
    await to.fill('ada@example.org')
    await to.press('Enter')
    await sending.testDialog.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(sending.testDialog).toContainText('Subject For Ada <Lovelace>: your order')
    await expect(sending.testDialog).not.toContainText('Use values from')
    await sending.testDialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  })

  await test.step('a changed name shows a warning, even when it is sent', async () => {
    await editor.description.fill('Order received')
    await expect(editor.rename).toHaveText(/“order-confirmation” will no longer .* “order-received”/)
    expect(await violations(page), 'a rename').toEqual([])
    await page.keyboard.press('Control+s')
    await expect(editor.dialog).toContainText('Changed: description, subject.')
    await expect(editor.dialog).toContainText('They must use “order-received”')
    await expect(editor.confirm('Update and rename')).toBeFocused()
    expect(await violations(page), 'the confirmation').toEqual([])
    await page.keyboard.press('Enter')
    await expect(editor.toast('The template “order-received” was updated.')).toBeVisible()
    expect(page.url()).toMatch(new RegExp(`#/templates/${id}$`))
    expect(now()).toMatchObject({ description: 'Order received', subject: 'For {{name}}: your order' })
  })

  await test.step('the values are remembered, and a variable moves to its place', async () => {
    await editor.open(id)
    await editor.tab('Variables').click()
    await expect(editor.sample('name')).toHaveValue('Ada <Lovelace>')
    await editor.use('name', 'Subject').click()
    await expect(editor.subject).toBeFocused()
  })
})

test('an unfinished edit can be continued in a new window, discarded, and restored', async ({ app, startService }) => {
  const service = await startService({})
  const { id, now } = templateOf(service)
  const before = now()
  await openAccount(app, { name: 'Shop', service })
  await app.pages.templateEditor.open(id)
  await app.pages.drafts.link.click()
  await expect(app.pages.drafts.empty).toBeVisible()
  await app.pages.templateEditor.open(id)
  await app.pages.templateEditor.subject.fill('Half wri')
  await expect(app.pages.templateEditor.saved).toBeVisible()
  await app.page.reload()
  const { templateEditor: editor, drafts } = app.pages
  await drafts.link.click()
  await expect(drafts.draft('Half wri')).toContainText('Changes to “order-confirmation”')
  await drafts.draft('Half wri').click()
  await expect(editor.subject).toHaveValue('Half wri')
  await app.pages.shell.keepToasts()
  await editor.choose('Discard my changes')
  await editor.undo.click()
  await expect(editor.subject).toHaveValue('Half wri')
  await editor.choose('Discard my changes')
  await expect(editor.undo).toBeVisible()
  await expect(editor.subject).toBeHidden()
  await editor.open(id)
  await expect(editor.subject).toHaveValue(before.subject)
  expect(now()).toEqual(before)
})

test('a template that was changed at the service is not overwritten without asking', async ({ app, startService }) => {
  app.expectError(/Failed to load resource/)
  const service = await startService({})
  const { id, now } = templateOf(service)
  const { page } = app
  const { templateEditor: editor, drafts } = app.pages
  await openAccount(app, { name: 'Shop', service })
  await editor.open(id)
  await editor.subject.fill('Mine')
  await expect(editor.saved).toBeVisible()
  service.store.templates.update(id, { subject: 'Theirs' }, Date.now())
  await editor.update.click()
  await editor.confirm('Update').click()
  await expect(editor.dialog).toContainText('was changed on the service since you started editing')
  await expect(editor.dialog).toContainText('differs from yours in: subject.')
  expect(now().subject).toBe('Theirs')
  expect(await violations(page), 'a conflict').toEqual([])

  await expect(editor.dialog.getByRole('button', { name: 'Compare' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(editor.comparison).toContainText('Theirs')
  await expect(editor.comparison).toContainText('Mine')
  expect(await violations(page), 'the two versions').toEqual([])
  await editor.comparison.getByRole('radio', { name: 'HTML' }).press('Enter')
  expect(now().subject).toBe('Theirs')
  await page.keyboard.press('Escape')
  await expect(editor.comparison).toBeHidden()
  await editor.confirm('Overwrite').click()
  await expect(editor.dialog).toBeHidden()
  expect(now().subject).toBe('Mine')

  await test.step('the service’s version can be kept, and the edit becomes a message', async () => {
    await editor.open(id)
    await editor.subject.fill('Mine again')
    await expect(editor.saved).toBeVisible()
    service.store.templates.update(id, { subject: 'Theirs again' }, Date.now())
    await drafts.link.click()
    await drafts.draft('Mine again').click()
    await expect(editor.changedElsewhere).toBeVisible()
    await editor.takeTheirs.click()
    await expect(editor.toast('Your version is now a message draft.')).toBeVisible()
    await drafts.link.click()
    await expect(drafts.draft('Mine again')).toContainText('No recipients yet')
    await editor.open(id)
    await expect(editor.subject).toHaveValue('Theirs again')
    expect(now().subject).toBe('Theirs again')
  })
})

test('an update whose response was lost is looked up, and is finished when it is found', async ({
  app,
  startService,
}) => {
  app.expectError(/Failed to load resource/)
  const service = await startService({})
  const { id, now } = templateOf(service)
  const { page } = app
  const { templateEditor: editor } = app.pages
  await openAccount(app, { name: 'Shop', service })
  await editor.open(id)
  await editor.subject.fill('Did it arrive?')
  service.faults.set([{ kind: 'cut', path: `/settings/templates/${id}`, method: 'PUT' }])
  await editor.update.click()
  await editor.confirm('Update').click()
  await expect(editor.dialog.getByRole('button', { name: 'Check' })).toBeFocused()
  expect(await violations(page), 'the answer was lost').toEqual([])
  service.faults.clear()
  await editor.dialog.getByRole('button', { name: 'Check' }).click()
  await expect(editor.dialog).toBeHidden()
  expect(now().subject).toBe('Did it arrive?')
  await editor.open(id)
  await expect(editor.subject).toHaveValue('Did it arrive?')
})

test('a read-only account shows its templates in the editor, and changes none', async ({ app, startService }) => {
  const service = await startService({})
  const { id, now } = templateOf(service)
  const { page } = app
  const { shell, templateEditor: editor, accountForm } = app.pages
  await shell.open('accounts/new')
  await accountForm.fill({ name: 'Shop', url: service.url, ...service.credentials })
  await accountForm.readOnly.check()
  await accountForm.testAndAdd.click()
  await app.pages.overview.title.waitFor()
  await editor.open(id)
  await expect(editor.readOnly).toBeVisible()
  await expect(editor.update).toBeDisabled()
  await editor.subject.fill('Not sent')
  await page.keyboard.press('Control+s')
  await expect(editor.toast('Shop is read-only.')).toBeVisible()
  await expect(editor.dialog).toBeHidden()
  expect(now().subject).not.toBe('Not sent')
  expect(await violations(page)).toEqual([])
})

test('a new template is written by keyboard and added, and accepts no files', async ({ app, startService }) => {
  const service = await startService({})
  const { page } = app
  const { templateEditor: editor, body } = app.pages
  await openAccount(app, { name: 'Shop', service })
  await editor.openNew()
  await expect(editor.description).toBeFocused()
  expect(await violations(page), 'nothing is written yet').toEqual([])
  await editor.description.fill('Order sent 2')
  await editor.from.fill('orders@nordwind.example')
  await editor.subject.fill('On its way')
  await body.writeCode('<p>Hello {{name}}</p>')
  await editor.description.evaluate((field) => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File(['x'], 'logo.png', { type: 'image/png' }))
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect(editor.noFiles).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await editor.confirm('Add template').press('Enter')
  await expect(editor.toast('The template “order-sent-2” was added.')).toBeVisible()
  const added = service.store.templates.list().find(({ name }) => name === templateName('Order sent 2'))
  expect(added).toMatchObject({
    subject: 'On its way',
    htmlContent: '<p>Hello {{name}}</p>',
    textContent: 'Hello {{name}}',
  })
  await editor.openNew()
  await expect(editor.description).toHaveValue('')
})

test('an account that cannot show templates updates one by its id, and 2 MB of hostile HTML stay unchanged', async ({
  app,
  startService,
}) => {
  app.expectError(/Failed to load resource/)
  const service = await startService({ strict: true })
  const { id, now } = templateOf(service)
  const { page } = app
  const { templateEditor: editor, body } = app.pages
  await openAccount(app, { name: 'Shop', service })
  await editor.open(id)
  await expect(page.getByText('no version of it is kept here')).toBeVisible()
  await expect(editor.subject).toHaveValue('')
  const html = `<script>document.title = 'run'</script><base href="https://elsewhere.invalid/">\n${'<p onclick="alert(1)">x</p>\n'.repeat(75_000)}`
  await editor.description.fill('Order confirmation')
  await editor.from.fill('orders@nordwind.example')
  await editor.subject.fill('Huge')
  await body.writeCode(html)
  await expect(editor.saved).toBeVisible()
  await page.keyboard.press('Control+s')
  await editor.confirm('Update').click()
  await expect(editor.dialog).toBeHidden()
  expect(now().htmlContent).toBe(html)
  expect(await page.title()).not.toBe('run')

  await test.step('the next edit starts from the version that was sent', async () => {
    await editor.open(id)
    await expect(page.getByText('newest version kept on this computer')).toBeVisible()
    await expect(editor.subject).toHaveValue('Huge')
  })
})
