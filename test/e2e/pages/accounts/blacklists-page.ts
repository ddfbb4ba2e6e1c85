import type { Locator } from '@playwright/test'
import { PageModel } from '../base/page-model.ts'

/** The blacklists of an account. */
export class BlacklistsPage extends PageModel {
  readonly title = this.page.getByRole('heading', { name: 'Blacklists', level: 1 })
  readonly search = this.page.getByRole('searchbox', { name: 'Search addresses' })
  readonly grouped = this.page.getByRole('switch', { name: 'Group bulk additions' })
  readonly reason = this.page.getByRole('combobox', { name: 'Reason' })
  readonly otherList = this.page.getByRole('combobox', { name: 'Other list' })
  readonly clearFilters = this.page.getByRole('button', { name: 'Clear filters' })
  readonly grid = this.page.getByRole('grid')
  readonly rows = this.grid.getByRole('row').filter({ has: this.page.getByRole('gridcell') })
  readonly nobody = this.page.getByRole('heading', { name: 'Nobody is on this list' })
  readonly nothingFound = this.page.getByRole('heading', { name: 'No matching addresses' })
  readonly growth = this.page.getByText(/added in 90 days/)
  readonly fresh = this.page.getByText(/^Updated /)

  readonly detail = this.page.getByRole('complementary', { name: 'Entry' })
  readonly openRecipient = this.page.getByRole('button', { name: 'Open recipient' })
  readonly removeOne = this.page.getByRole('button', { name: 'Remove from the list…' })
  readonly removeSelected = this.page.getByRole('button', { name: 'Remove selected…' })
  readonly removal = this.page.getByRole('alertdialog')
  readonly confirmRemoval = this.removal.getByRole('button', { name: /^Remove \d/ })

  readonly add = this.page.getByRole('button', { name: 'Add…' })
  readonly addition = this.page.getByRole('dialog', { name: 'Add an address' })
  readonly address = this.addition.getByRole('textbox', { name: 'Address' })
  readonly addNow = this.addition.getByRole('button', { name: 'Add address' })

  readonly check = this.page.getByRole('button', { name: 'Check addresses…' })
  readonly checking = this.page.getByRole('dialog', { name: 'Check addresses' })
  readonly pasted = this.checking.getByRole('textbox', { name: 'Addresses' })
  readonly checkNow = this.checking.getByRole('button', { name: 'Check', exact: true })
  readonly checked = this.checking.getByText(/on a list\./)
  readonly closeCheck = this.checking.getByRole('button', { name: 'Close', exact: true }).last()

  readonly more = this.page.getByRole('button', { name: 'More', exact: true })
  readonly log = this.page.getByRole('dialog', { name: 'Change log' })

  tab(name: string): Locator {
    return this.page.getByRole('tab', { name: new RegExp(`^${name}`) })
  }

  row(text: string | RegExp): Locator {
    return this.rows.filter({ hasText: text })
  }

  menuItem(name: string): Locator {
    return this.page.getByRole('menuitem', { name })
  }
}
