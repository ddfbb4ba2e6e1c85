import type { Locator } from '@playwright/test'
import { PageModel } from '../base/page-model.ts'

export class RequestsPanel extends PageModel {
  readonly grid = this.page.getByRole('grid', { name: 'Requests' })
  /** Including the header row. */
  readonly rows = this.grid.getByRole('row')
  readonly empty = this.page.getByText('Every call from your programs appears here')
  readonly filter = this.page.getByRole('searchbox', { name: 'Filter requests' })
  readonly clearFilter = this.page.getByRole('button', { name: 'Clear filter' })
  readonly mailroomsOwn = this.page.getByRole('checkbox', { name: 'Show Mailroom’s requests' })

  readonly close = this.page.getByRole('button', { name: 'Close the request' })
  readonly copy = this.page.getByRole('button', { name: 'Copy the request' })
  readonly copyAsCurl = this.page.getByRole('button', { name: 'Copy as cURL' })
  readonly sendAgain = this.page.getByRole('button', { name: 'Send again' })
  /** The message that the open request created. */
  readonly message = this.page.getByRole('link', { name: /^[0-9a-f]{24}$/ })
  /** The notes above the bodies of the open request. */
  readonly passedOver = this.page.getByRole('list', { name: 'Ignored options' }).getByRole('listitem')
  readonly answerBeforeFault = this.page.getByRole('heading', { name: 'Response before the fault' })

  row(name: string | RegExp): Locator {
    return this.grid.getByRole('row', { name })
  }

  /** The title of the open request, such as `POST /v1/one`. */
  title(request: string): Locator {
    return this.page.getByRole('heading', { name: request })
  }
}
