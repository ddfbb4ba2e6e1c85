import type { Locator } from '@playwright/test'
import { PageModel } from './base/page-model.ts'

export class Palette extends PageModel {
  readonly input = this.page.getByRole('combobox', { name: 'Type a command' })
  readonly nothingFound = this.page.getByText(/^No matches for/)

  async open(): Promise<void> {
    await this.page.keyboard.press('Control+k')
    // Keys typed before the palette opens would go to the page, where letters are shortcuts.
    await this.input.waitFor()
  }

  /** Types into the palette, and presses Enter once the first result has this name. */
  async run(typed: string, name: RegExp): Promise<void> {
    await this.open()
    await this.input.fill(typed)
    await this.page.getByRole('option', { name, selected: true }).waitFor()
    await this.input.press('Enter')
  }

  option(name: RegExp): Locator {
    return this.page.getByRole('option', { name })
  }

  goTo(view: string): Locator {
    return this.option(new RegExp(`^Go to ${view}`))
  }
}
