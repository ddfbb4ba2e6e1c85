import type { Locator } from '@playwright/test'
import { PageModel } from './base/page-model.ts'

export class Palette extends PageModel {
  readonly input = this.page.getByRole('combobox', { name: 'Type a command' })
  readonly nothingFound = this.page.getByText(/^No command matches/)

  async open(): Promise<void> {
    await this.page.keyboard.press('Control+k')
  }

  goTo(view: string): Locator {
    return this.page.getByRole('option', { name: new RegExp(`^Go to ${view}`) })
  }
}
