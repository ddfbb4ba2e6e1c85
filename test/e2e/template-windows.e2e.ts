import { openAccount } from './support/accounts.ts'
import { refusedByMailFrame } from './support/elsewhere.ts'
import { expect, notInElectron, test } from './support/fixtures.ts'

// The preview beside a template is also a mail frame.
test.beforeEach(({ app }) => app.expectError(refusedByMailFrame))

test(
  'two windows that edit one template show each other’s saves, and lose nothing',
  notInElectron('It opens a window by its address.'),
  async ({ app, startService }) => {
    app.expectError(/Failed to load resource/)
    const service = await startService({})
    const { id } = service.store.templates.list().find(({ name }) => name === 'order-confirmation')!
    const now = () => service.store.templates.get(id)!
    await openAccount(app, { name: 'Shop', service })
    const { templateEditor: editor } = app.pages
    await editor.open(id)
    const { pages: other } = await app.openWindow(async () => {
      await app.page.evaluate(() => void window.open(location.href))
    })
    const second = other.templateEditor
    await editor.subject.fill('First')
    await expect(second.subject).toHaveValue('First')
    await editor.update.click()
    await editor.confirm('Update').click()
    await expect(editor.dialog).toBeHidden()
    expect(now().subject).toBe('First')

    await test.step('the other continues from the saved version, and saves on top of it', async () => {
      await expect(second.subject).toHaveValue('First')
      await expect(second.changedElsewhere).toBeHidden()
      await second.description.fill('Order confirmation')
      await second.subject.fill('Second')
      await expect(second.saved).toBeVisible()
      await second.update.click()
      await second.confirm('Update').click()
      await expect(second.dialog).toBeHidden()
      expect(now().subject).toBe('Second')
    })

    await test.step('both show the new version without a reload', async () => {
      for (const { page } of [editor, second]) await expect(page.getByRole('main')).toContainText('Second')
    })

    await test.step('both ask about a change by another program', async () => {
      await editor.open(id)
      await second.open(id)
      await editor.subject.fill('Third')
      await expect(second.subject).toHaveValue('Third')
      service.store.templates.update(id, { subject: 'Theirs' }, Date.now())
      await second.update.click()
      await second.confirm('Update').click()
      await expect(second.dialog).toContainText('was changed on the service since you started editing')
      await expect(editor.changedElsewhere).toBeVisible()
      expect(now().subject).toBe('Theirs')
    })
  },
)
