import type { Locator } from '@playwright/test'
import { PageModel } from '../base/page-model.ts'

/** The list of accounts. */
export class AccountsPage extends PageModel {
  readonly title = this.page.getByRole('heading', { name: 'Accounts', level: 1 })
  readonly editAny = this.page.getByRole('button', { name: /^Edit / })

  readonly removal = this.page.getByRole('alertdialog')
  readonly deleteRecords = this.removal.getByLabel('Delete the messages')
  readonly typedName = this.removal.getByRole('textbox')
  readonly confirmRemoval = this.removal.getByRole('button', { name: 'Remove account' })
  readonly confirmAccountOnly = this.removal.getByRole('button', { name: 'Remove account only' })

  edit(name: string): Locator {
    return this.page.getByRole('button', { name: `Edit ${name}` })
  }

  remove(name: string): Locator {
    return this.page.getByRole('button', { name: `Remove… ${name}` })
  }

  savedNotice(name: string): Locator {
    return this.page.getByRole('status').filter({ hasText: `${name} was saved.` })
  }

  removedNotice(name: string): Locator {
    return this.page.getByRole('status').filter({ hasText: `${name} was removed.` })
  }
}
