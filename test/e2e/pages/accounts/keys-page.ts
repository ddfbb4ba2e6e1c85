import type { Locator } from '@playwright/test'
import { PageModel } from '../base/page-model.ts'

/** The API keys of an account, their form, and the dialog that shows a new key once. */
export class KeysPage extends PageModel {
  readonly new = this.page.getByRole('button', { name: 'New key' })
  readonly table = this.page.getByRole('grid', { name: 'API keys' })
  readonly readOnly = this.page.getByText('so its keys are shown but not changed')
  readonly details = this.page.getByRole('region', { name: /^Key / })
  readonly rotate = this.details.getByRole('button', { name: 'Rotate…' })
  readonly edit = this.details.getByRole('button', { name: 'Edit…' })
  readonly delete = this.details.getByRole('button', { name: 'Delete…' })

  readonly dialog = this.page.getByRole('dialog')
  readonly description = this.dialog.getByRole('textbox', { name: 'Description' })
  readonly filter = this.dialog.getByRole('switch', { name: 'Allow only certain addresses' })
  readonly addresses = this.dialog.getByRole('textbox', { name: 'Allowed addresses' })
  readonly useNetworks = this.dialog.getByRole('button', { name: 'Use the network' })
  readonly create = this.dialog.getByRole('button', { name: 'Create key' })
  readonly save = this.dialog.getByRole('button', { name: 'Save' })

  readonly secret = this.dialog.getByLabel('New key', { exact: true })
  readonly copy = this.dialog.getByRole('button', { name: 'Copy' })
  readonly addAccount = this.dialog.getByRole('button', { name: 'Add account' })
  readonly done = this.dialog.getByRole('button', { name: 'Done' })

  readonly lost = this.dialog.getByRole('group', { name: 'The response was lost' })
  readonly look = this.lost.getByRole('button', { name: 'Check for new keys' })
  readonly useFound = this.lost.getByRole('button', { name: 'Use this key' })

  readonly deleteOld = this.page.getByRole('button', { name: 'Delete old key…' })
  readonly confirmation = this.page.getByRole('alertdialog')
  readonly confirm = this.confirmation.getByRole('button', { name: 'Delete key' })
  readonly typedName = this.confirmation.getByRole('textbox')

  row(description: string): Locator {
    return this.table.getByRole('row').filter({ hasText: description })
  }

  removeAddress(address: string): Locator {
    return this.dialog.getByRole('button', { name: `Remove ${address}` })
  }

  rotation(description: string): Locator {
    return this.page.getByRole('region', { name: `Rotation of ${description}` })
  }
}
