import type { Locator } from '@playwright/test'
import { PageModel } from '../base/page-model.ts'

/** The alert rules of an account, and the alerts that fired. */
export class AlertsPage extends PageModel {
  readonly title = this.page.getByRole('heading', { name: 'Alerts', level: 1 })
  readonly newRule = this.page.getByRole('button', { name: 'New rule' })
  readonly noRules = this.page.getByRole('heading', { name: 'No alert rules' })
  readonly rules = this.page.getByRole('list', { name: 'Rules' })
  readonly history = this.page.getByRole('list', { name: 'History' })
  readonly quietHours = this.page.getByRole('switch', { name: 'Quiet hours' })

  readonly dialog = this.page.getByRole('dialog', { name: 'New alert rule' })
  readonly limit = this.dialog.getByRole('spinbutton', { name: 'Fires above' })
  readonly end = this.dialog.getByRole('spinbutton', { name: 'Clears below' })
  readonly days = this.dialog.getByRole('spinbutton', { name: 'Counted over the last' })
  readonly minimum = this.dialog.getByRole('spinbutton', { name: 'Minimum volume' })
  readonly name = this.dialog.getByRole('textbox', { name: 'Name' })
  readonly tryIt = this.dialog.getByRole('button', { name: 'Test on past data' })
  readonly result = this.dialog.getByRole('region', { name: 'Test result' })
  readonly shareWithTeam = this.dialog.getByRole('switch', { name: 'Share with the team' })
  readonly save = this.dialog.getByRole('button', { name: 'Save' })
  readonly problem = this.dialog.getByRole('alert')

  suggestion(name: string): Locator {
    return this.page.getByRole('main').getByRole('button', { name })
  }

  rule(name: string): Locator {
    return this.rules.getByRole('listitem').filter({ hasText: name })
  }

  messagesBehind(name: string): Locator {
    return this.history.getByRole('button', { name: `Show messages behind ${name}` })
  }

  removeRule(name: string): Locator {
    return this.page.getByRole('button', { name: `Remove rule: ${name}` })
  }
}
