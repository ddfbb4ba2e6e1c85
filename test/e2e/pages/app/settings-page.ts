import type { Locator } from '@playwright/test'
import { PageModel } from '../base/page-model.ts'

export class SettingsPage extends PageModel {
  readonly title = this.page.getByRole('heading', { name: 'Settings', level: 1 })
  readonly comfortable = this.page.getByText('Comfortable', { exact: true })
  readonly dateFormat = this.page.getByLabel('Date format')
  readonly hourFormat = this.page.getByLabel('Time format')
  readonly storage = this.page.getByRole('region', { name: 'Storage' })
  readonly removedAccounts = this.storage.getByRole('list', { name: 'Removed accounts' }).getByRole('listitem')

  /** The storage that one account uses on disk. */
  storageOf(account: string): Locator {
    return this.storage.getByRole('region', { name: account, exact: true })
  }
}
