import type { Page } from '@playwright/test'

/** The base of every model: its fields are locators on one page. */
export class PageModel {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }
}
