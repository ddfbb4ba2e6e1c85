import type { Locator } from '@playwright/test'
import { PageModel } from '../base/page-model.ts'

export class LogsPage extends PageModel {
  line(text: RegExp): Locator {
    return this.page.getByText(text)
  }
}
