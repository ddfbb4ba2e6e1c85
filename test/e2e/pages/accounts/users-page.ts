import type { Locator } from '@playwright/test'
import { PageModel } from '../base/page-model.ts'

/** The users of an account, and a user’s profile. */
export class UsersPage extends PageModel {
  readonly all = this.page.getByRole('grid', { name: 'Users' }).locator('[data-row]')
  readonly id = this.page.getByRole('textbox', { name: 'User ID' })
  readonly profile = this.page.getByRole('region', { name: 'User' })
  readonly notListed = this.page.getByText('This account can’t list its users.')
  readonly unknown = this.page.getByText('The service has no user with this ID.')

  open(user: Locator): Promise<void> {
    return user.click()
  }
}
