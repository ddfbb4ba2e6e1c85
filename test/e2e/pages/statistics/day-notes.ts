import type { Locator } from '@playwright/test'
import { PageModel } from '../base/page-model.ts'

/** The notes on the days of the dashboard. */
export class DayNotes extends PageModel {
  readonly menu = this.page.getByRole('button', { name: /^Notes( \(\d+\))?$/ })
  readonly panel = this.page.getByRole('dialog', { name: 'Notes for this period' })
  readonly add = this.panel.getByRole('button', { name: 'Add note…' })
  readonly shown = this.panel.getByRole('switch', { name: 'Show notes above the bars' })
  readonly marks = this.page.getByRole('group', { name: 'Notes by day' }).getByRole('button')
  readonly text = this.page.getByRole('textbox', { name: 'Note' })
  readonly shareWithTeam = this.page.getByRole('switch', { name: 'Share with the team' })
  readonly save = this.page.getByRole('dialog', { name: /^(?:Add|Edit) note$/ }).getByRole('button', { name: 'Save' })
  readonly undo = this.page.getByRole('button', { name: 'Undo' })

  mark(text: string | RegExp): Locator {
    return this.page.getByRole('group', { name: 'Notes by day' }).getByRole('button', { name: text })
  }

  edit(text: string): Locator {
    return this.page.getByRole('button', { name: `Edit note: ${text}` })
  }

  remove(text: string): Locator {
    return this.page.getByRole('button', { name: `Remove note: ${text}` })
  }
}
