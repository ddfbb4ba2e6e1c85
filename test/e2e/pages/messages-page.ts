import type { Locator } from '@playwright/test'
import { PageModel } from './base/page-model.ts'

/** The messages of an account whose history is kept: search, filters, saved views, the table. */
export class MessagesPage extends PageModel {
  readonly title = this.page.getByRole('heading', { name: 'Messages', level: 1 })
  readonly total = this.page
    .getByRole('status')
    .filter({ hasText: / messages?$/ })
    .first()
  readonly search = this.page.getByRole('combobox', { name: 'Search messages' })
  readonly clearSearch = this.page.getByRole('button', { name: 'Clear search' }).first()
  readonly horizon = this.page.getByText(/^Complete from/)
  readonly searchWithoutTerm = this.page.getByRole('button', { name: 'Search without it' })
  readonly openRecipient = this.page.getByRole('button', { name: 'Open recipient' })
  readonly staleRowsNotice = this.page.getByText('The rows below')
  readonly loadingArchive = this.page.getByText('Loading archive')

  readonly grid = this.page.getByRole('grid', { name: 'Messages' })
  /** The first is the header. */
  readonly rows = this.grid.getByRole('row')
  readonly selectedRow = this.page.getByRole('row', { selected: true })

  readonly filter = this.page.getByRole('button', { name: 'Filter' })
  readonly tagFilter = this.page.getByRole('combobox', { name: 'Tag' })

  readonly views = this.page.getByRole('button', { name: 'Views' })
  readonly viewsMenu = this.page.getByRole('menu')
  readonly saveView = this.page.getByRole('menuitem', { name: /Save this search/ })
  readonly viewName = this.page.getByLabel('Name', { exact: true })
  readonly confirmView = this.page.getByRole('button', { name: 'Save', exact: true })

  /** What the search field or a filter offers. */
  readonly options = this.page.getByRole('option')

  row(name: string | RegExp): Locator {
    return this.page.getByRole('row', { name })
  }

  /** One of the options. */
  option(name: string | RegExp): Locator {
    return this.page.getByRole('option', { name })
  }

  /** A condition of the search; pressing it removes the condition. */
  condition(name: RegExp): Locator {
    return this.page.getByRole('button', { name })
  }

  /** The reason for an empty result: a term that no message has. */
  nothingHas(term: string): Locator {
    return this.page.getByText(`No message in the archive matches ${term}.`)
  }

  /** The button of the views, which bears the name of the one that is shown. */
  shownView(name: string): Locator {
    return this.page.getByRole('button', { name })
  }

  async searchFor(text: string): Promise<void> {
    await this.search.fill(text)
    await this.search.press('Enter')
  }

  async saveViewAs(name: string): Promise<void> {
    await this.views.click()
    await this.saveView.click()
    await this.viewName.fill(name)
    await this.confirmView.click()
  }

  /** Until the rows are those of the search, and no other request is under way. */
  async settled(): Promise<void> {
    await this.page.locator('.table[aria-busy=false]').waitFor()
  }
}
