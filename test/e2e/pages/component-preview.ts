import type { Locator } from '@playwright/test'
import { PageModel } from './base/page-model.ts'

/** The page that shows every component of the UI kit. */
export class ComponentPreview extends PageModel {
  readonly htmlEditor = this.page.getByRole('textbox', { name: 'HTML of the message' })
  readonly grid = this.page.getByRole('grid', { name: 'Messages' })
  readonly selected = this.page.getByTestId('selected')
  readonly confirmation = this.page.getByRole('alertdialog')
  readonly dialog = this.page.getByRole('dialog')
  readonly timeZone = this.page.getByRole('combobox', { name: 'Time zone' })
  readonly tag = this.page.getByRole('combobox', { name: 'Tag' })
  readonly recipients = this.page.getByRole('textbox', { name: 'Recipients' })
  readonly baseUrl = this.page.getByRole('textbox', { name: 'Base URL' })

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }
}
