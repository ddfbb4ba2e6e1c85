import type { Locator } from '@playwright/test'
import { PageModel } from './base/page-model.ts'

/** The page that shows every component of the UI kit. */
export class ComponentPreview extends PageModel {
  readonly htmlEditor = this.page.getByRole('textbox', { name: 'HTML of the message' })
  readonly chart = this.page.getByRole('application', { name: /^Messages by weekday/ })
  readonly grid = this.page.getByRole('grid', { name: 'Messages' })

  /** The layer that each of these buttons opens. */
  readonly layers = {
    Actions: '[role=menu]',
    Details: '[role=dialog]',
    Dialog: 'dialog',
    Drawer: 'dialog',
    'Confirm by typing': 'dialog',
    'Compared with: 1 – 31 Jan 2026 America/New_York': '[role=dialog] [role=application]',
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }
}
