import type { Locator } from '@playwright/test'
import { PageModel } from '../base/page-model.ts'

/**
 * The editor of a template: its fields, its panel, and the dialog that saves it. The body editor is that of a
 * message.
 */
export class TemplateEditor extends PageModel {
  readonly description = this.page.getByRole('textbox', { name: 'Description' })
  readonly from = this.page.getByRole('combobox', { name: 'From', exact: true })
  readonly subject = this.page.getByRole('textbox', { name: 'Subject', exact: true })
  readonly saved = this.page.getByText('Draft saved', { exact: true })
  readonly insertInSubject = this.page.locator('[data-field="subject"]').getByRole('button', { name: 'Variable' })
  readonly rename = this.page.getByText(/^Programs that send with “/)
  readonly readOnly = this.page.getByText(/ is read-only\. You can view/)
  readonly changedElsewhere = this.page.getByText(/^The template was changed on the service/)
  readonly noFiles = this.page.getByRole('paragraph').filter({ hasText: 'Templates can’t contain files.' })

  readonly panel = this.page.getByRole('complementary', { name: 'Template panel' })
  readonly preview = this.panel.getByRole('region', { name: 'Preview' })
  readonly shown = this.panel.locator('iframe[title="The template with its sample values"]').contentFrame()
  readonly variables = this.panel.getByRole('list', { name: 'Variables' }).getByRole('listitem')

  readonly update = this.page.getByRole('button', { name: 'Update…' })
  readonly add = this.page.getByRole('button', { name: 'Add template…' })
  readonly back = this.page.getByRole('button', { name: /^(?:Back to the template|All templates)$/ })
  readonly more = this.page.getByRole('button', { name: 'Test, save, discard' })
  readonly dialog = this.page.getByRole('dialog', { name: /^(?:Update “|Add this template)/ })
  readonly comparison = this.page.getByRole('dialog', { name: 'The service’s version and yours' })
  readonly takeTheirs = this.page.getByRole('button', { name: 'Use the service’s version and keep mine as a message' })
  readonly undo = this.page.getByRole('button', { name: 'Undo' }).last()

  async open(id: string): Promise<void> {
    await this.page.goto(`${this.page.url().split('#')[0]}#/templates/${id}/edit`)
    await this.subject.waitFor()
  }

  async openNew(): Promise<void> {
    await this.page.goto(`${this.page.url().split('#')[0]}#/templates/new`)
    await this.description.waitFor()
  }

  tab(name: 'Preview' | 'Checks' | 'Variables'): Locator {
    return this.panel.getByRole('tab', { name: new RegExp(`^${name}`) })
  }

  sample(variable: string): Locator {
    return this.panel.getByRole('textbox', { name: variable, exact: true })
  }

  /** A use of a variable in the template. */
  use(variable: string, part: 'Subject' | 'HTML' | 'Text'): Locator {
    return this.panel.getByRole('button', { name: `${variable} in ${part}` })
  }

  /** The dialog’s button that sends the change. */
  confirm(name: 'Update' | 'Update and rename' | 'Overwrite' | 'Add template' | 'Update again'): Locator {
    return this.dialog.getByRole('button', { name, exact: true })
  }

  toast(text: string): Locator {
    return this.page.getByRole('paragraph').filter({ hasText: text })
  }

  async choose(item: string): Promise<void> {
    await this.more.click()
    await this.page.getByRole('menuitem', { name: item }).click()
  }
}
