import type { Locator } from '@playwright/test'
import { PageModel } from './base/page-model.ts'

/** The messages of an account with stored history: search, filters, saved views, the table. */
export class MessagesPage extends PageModel {
  readonly title = this.page.getByRole('heading', { name: 'Messages', level: 1 })
  readonly total = this.page
    .getByRole('status')
    .filter({ hasText: / messages?$/ })
    .first()
  readonly search = this.page.getByRole('combobox', { name: 'Search messages' })
  readonly clearSearch = this.page.getByRole('button', { name: 'Clear search' }).first()
  /** The header’s state of the archive; pressing it shows details. */
  readonly freshness = this.page.getByRole('button', {
    name: /^(Up to date|Paused) · |^Last synced |^Not synced yet|missing$/,
  })
  readonly syncFacts = this.page.getByRole('dialog', { name: 'Sync status' })
  readonly searchWithoutTerm = this.page.getByRole('button', { name: 'Search without this term' })
  readonly openRecipient = this.page.getByRole('button', { name: 'Open recipient' })
  readonly staleRowsNotice = this.page.getByText('The rows shown')
  readonly keptRows = this.page.getByText('Showing the previous results')
  readonly unreadableSearch = this.page.getByRole('heading', { name: 'Invalid search' })
  readonly helpButton = this.page.getByRole('button', { name: 'How to search' })
  readonly help = this.page.getByRole('dialog', { name: 'How to search' })
  readonly helpFilter = this.help.getByRole('searchbox', { name: 'Filter help' })
  readonly exportMenu = this.page.getByRole('button', { name: 'Export' })
  readonly loadingArchive = this.page.getByText('Loading archive…')

  readonly grid = this.page.getByRole('grid', { name: 'Messages' })
  /** Including the header row. */
  readonly rows = this.grid.getByRole('row')
  readonly selectedRow = this.page.getByRole('row', { selected: true })

  readonly sorting = this.page.getByRole('progressbar', { name: /^Sorting by/ })
  readonly stopSorting = this.page.getByRole('button', { name: 'Stop', exact: true })

  readonly filter = this.page.getByRole('button', { name: 'Filter' })
  readonly stateFilter = this.page.getByRole('combobox', { name: 'State' })
  readonly tagFilter = this.page.getByRole('combobox', { name: 'Tag' })

  readonly views = this.page.getByRole('button', { name: 'Views' })
  readonly viewsMenu = this.page.getByRole('menu')
  readonly saveView = this.page.getByRole('menuitem', { name: /Save this search/ })
  readonly viewName = this.page.getByLabel('Name', { exact: true })
  readonly shareView = this.page.getByRole('switch', { name: 'Share with the team' })
  readonly removeView = this.page.getByRole('menuitem', { name: /^Remove “.*” for everyone$/ })
  readonly confirmView = this.page.getByRole('button', { name: 'Save', exact: true })

  /** The suggestions of the search field or a filter. */
  readonly options = this.page.getByRole('option')

  /** Presses a column’s header. */
  async sortBy(column: string): Promise<void> {
    await this.grid.getByRole('columnheader', { name: column }).getByRole('button').first().click()
  }

  /** The header of the column by which the rows are sorted. */
  sortedBy(column: string): Locator {
    return this.grid.locator('[aria-sort=ascending], [aria-sort=descending]').filter({ hasText: column })
  }

  /** The menu of saved views has the name of the open view. */
  savedView(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }

  row(name: string | RegExp): Locator {
    return this.page.getByRole('row', { name })
  }

  /** One of the suggestions. */
  option(name: string | RegExp): Locator {
    return this.page.getByRole('option', { name })
  }

  /** A condition of the search; pressing it removes it. */
  condition(name: RegExp): Locator {
    return this.page.getByRole('button', { name })
  }

  /** An example in the help; pressing it runs the search. */
  tryExample(example: string): Locator {
    return this.help.getByRole('button', { name: `Try ${example}`, exact: true })
  }

  menuItem(name: string | RegExp): Locator {
    return this.page.getByRole('menuitem', { name })
  }

  /** Offered for a search without matches. */
  meant(query: string): Locator {
    return this.page.getByRole('button', { name: `Did you mean ${query}?`, exact: true })
  }

  withoutTerm(term: string): Locator {
    return this.page.getByTitle(`Search without ${term}`)
  }

  /** Offered beside the reason why a condition cannot be read. */
  use(condition: string): Locator {
    return this.page.getByRole('button', { name: `Use ${condition}`, exact: true })
  }

  /** The reason for an empty result: a term that no message has. */
  nothingHas(term: string): Locator {
    return this.page.getByText(`No message in the archive matches ${term}.`)
  }

  /** The button of the views menu, labelled with the current view. */
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

  columnHeader(name: string): Locator {
    return this.grid.getByRole('columnheader', { name, exact: true })
  }

  /** The number of a column’s rendered cells whose text is cut off. */
  async cutCells(column: string): Promise<number> {
    const place = await this.columnHeader(column).getAttribute('aria-colindex')
    const cells = this.grid.locator(`[role=gridcell][aria-colindex="${place}"]`)
    return cells.evaluateAll((all) => {
      const parts = all.flatMap((cell) => [cell, ...cell.querySelectorAll('.truncate')])
      return parts.filter((part) => part.scrollWidth > part.clientWidth).length
    })
  }

  /** The vertical distance between the centres of a badge and of its row’s text. */
  async badgeOffset(): Promise<number> {
    return this.rows.nth(1).evaluate((row) => {
      const badge = row.querySelector('.badge')!.getBoundingClientRect()
      const range = document.createRange()
      range.selectNodeContents(row.querySelector('[role=gridcell]')!)
      const text = range.getBoundingClientRect()
      return Math.abs(badge.y + badge.height / 2 - text.y - text.height / 2)
    })
  }

  /** Whether a readable part of a column is visible beside the inspector. */
  async showsColumn(name: string): Promise<boolean> {
    const column = await this.columnHeader(name).boundingBox()
    const inspector = await this.page.getByRole('complementary', { name: 'Message' }).boundingBox()
    return column !== null && inspector !== null && column.x + Math.min(column.width, 140) <= inspector.x
  }

  /** Waits until the rows match the search and no request is in progress. */
  async settled(): Promise<void> {
    await this.page.locator('.table[aria-busy=false]').waitFor()
  }
}
