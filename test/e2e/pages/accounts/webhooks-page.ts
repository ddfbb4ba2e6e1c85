import type { Locator } from '@playwright/test'
import { PageModel } from '../base/page-model.ts'

/** The webhooks of an account, their form, and a webhook’s log. */
export class WebhooksPage extends PageModel {
  readonly new = this.page.getByRole('button', { name: 'New webhook' })
  readonly table = this.page.getByRole('grid', { name: 'Webhooks' })
  readonly none = this.page.getByText('No webhooks yet')
  readonly notOffered = this.page.getByText('This account has no webhooks')
  readonly readOnly = this.page.getByText('so its webhooks are shown but not changed or tested')

  readonly details = this.page.getByRole('region', { name: /^Webhook / })
  readonly test = this.details.getByRole('button', { name: 'Test' })
  readonly edit = this.details.getByRole('button', { name: 'Edit…' })
  readonly delete = this.details.getByRole('button', { name: 'Delete…' })
  readonly calls = this.details.getByRole('grid', { name: 'Webhook calls' })

  readonly dialog = this.page.getByRole('dialog')
  readonly url = this.dialog.getByRole('textbox', { name: 'URL' })
  readonly description = this.dialog.getByRole('textbox', { name: 'Description' })
  readonly add = this.dialog.getByRole('button', { name: 'Add webhook' })
  readonly save = this.dialog.getByRole('button', { name: 'Save' })
  readonly confirm = this.page.getByRole('alertdialog').getByRole('button', { name: 'Delete webhook' })
  readonly addAgain = this.page.getByRole('button', { name: 'Add again' })

  row(description: string): Locator {
    return this.table.getByRole('row').filter({ hasText: description })
  }

  event(name: string): Locator {
    return this.dialog.getByRole('checkbox', { name, exact: true })
  }
}
