import { write } from './flows/written-draft.ts'
import { openAccount } from './support/accounts.ts'
import { violations } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'

test('saving a message as a template replaces only the parts of the template that were shown', async ({
  app,
  startService,
}) => {
  const service = await startService({})
  const [one, other] = service.store.templates.list()
  const now = () => service.store.templates.get(one!.id)!
  const { sending, templateEditor: editor } = app.pages
  await openAccount(app, { name: 'Shop', service })
  await write(app, 'Spring sale')
  await sending.choose(/Save as template/)
  const { templateDialog: dialog } = sending
  await dialog.getByRole('radio', { name: 'Update an existing template' }).check()
  await dialog.getByRole('combobox', { name: 'Template' }).fill(one!.description)
  await dialog.getByRole('option', { name: one!.description }).click()
  await expect(dialog).toContainText(`Current subject: “${now().subject}”`)
  await expect(dialog).toContainText(/Different from this message: .*subject, HTML/)
  expect(await violations(app.page), 'the dialog').toEqual([])

  service.store.templates.update(one!.id, { subject: 'From elsewhere' }, Date.now())
  const update = dialog.getByRole('button', { name: 'Update template' })
  await update.click()
  await expect(dialog.getByRole('alert')).toContainText('The template has changed')
  await expect(dialog).toContainText('Current subject: “From elsewhere”')
  expect(now().subject).toBe('From elsewhere')
  await update.press('Enter')
  await expect(editor.toast(`The template “${one!.name}” was updated.`)).toBeVisible()
  expect(now().subject).toBe('Spring sale')

  await test.step('an unreadable template is not mistaken for the previous one', async () => {
    app.expectError(/Failed to load resource/)
    await sending.choose(/Save as template/)
    await dialog.getByRole('radio', { name: 'Update an existing template' }).check()
    const template = dialog.getByRole('combobox', { name: 'Template' })
    await template.fill(one!.description)
    await dialog.getByRole('option', { name: one!.description }).click()
    await expect(dialog).toContainText('Current subject: “Spring sale”')
    service.faults.set([{ kind: 'status', path: '/settings/templates/*', status: 503 }])
    await template.fill(other!.description)
    await dialog.getByRole('option', { name: other!.description }).click()
    await expect(dialog.getByRole('alert')).toBeVisible()
    await expect(dialog).not.toContainText('Current subject')
    service.faults.clear()
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(dialog).toContainText(`Current subject: “${other!.subject}`)
  })
})
