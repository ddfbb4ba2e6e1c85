import type { Locator } from '@playwright/test'
import { PageModel } from './base/page-model.ts'

/** The scheduled exports of an account, and the form of a schedule. */
export class SchedulesPage extends PageModel {
  readonly tab = this.page.getByRole('tab', { name: 'Schedules' })
  readonly exportsTab = this.page.getByRole('tab', { name: 'Exports' })
  readonly none = this.page.getByRole('heading', { name: 'No schedules yet' })
  readonly notOffered = this.page.getByRole('heading', { name: 'Scheduled exports need the desktop app' })
  readonly new = this.page.getByRole('button', { name: 'New schedule' })
  readonly all = this.page.getByRole('list', { name: 'Schedules' }).locator(':scope > li')
  readonly undo = this.page.getByRole('button', { name: 'Undo' })
  /** In the form of an export. */
  readonly schedule = this.page.getByRole('button', { name: 'Schedule…' })

  readonly form = this.page.getByRole('main')
  readonly days = this.form.getByRole('combobox', { name: 'Days' })
  readonly repeat = this.form.getByRole('combobox', { name: 'Repeat' })
  readonly time = this.form.getByLabel('Time', { exact: true })
  readonly minute = this.form.getByRole('spinbutton', { name: 'Minute' })
  readonly pattern = this.form.getByRole('textbox', { name: 'Pattern' })
  readonly nextRuns = this.form.getByRole('list', { name: 'Next runs' }).getByRole('listitem')
  readonly keepNewest = this.form.getByRole('checkbox', { name: 'Keep only the newest files' })
  readonly filesToKeep = this.form.getByRole('spinbutton', { name: 'Files to keep' })
  readonly share = this.form.getByRole('switch', { name: 'Share with the team' })
  readonly save = this.form.getByRole('button', { name: /^(Schedule export|Save)$/ })

  example(pattern: string): Locator {
    return this.form.getByRole('group', { name: 'Pattern examples' }).getByRole('button', { name: pattern })
  }

  /** Run now, Pause, Resume, Edit or Remove. The name of a schedule begins with its timing. */
  act(action: string, schedule: string): Locator {
    return this.page.getByRole('button', { name: `${action}: ${schedule},` })
  }

  readonly tryAgain = this.page.getByRole('button', { name: 'Try again' })
  /** The period of the search, in the form of an export. */
  readonly period = this.form.getByRole('button', { name: /^Period/ })
}
