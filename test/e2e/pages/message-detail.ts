import type { Locator } from '@playwright/test'
import { PageModel } from './base/page-model.ts'

export const timelineTitle = 'Timeline'
export const acceptedEvent = 'Accepted by the service'

/** A message, beside its row or in a separate view. */
export class MessageDetail extends PageModel {
  readonly article = this.page.getByRole('article')
  readonly timeline = this.page.getByRole('heading', { name: timelineTitle })
  readonly accepted = this.article.getByText(acceptedEvent)
  /** One sentence about the outcome of the message. */
  readonly headline = this.article.getByText(/^This message /)
  readonly details = this.article.getByText('Details', { exact: true })
  readonly copyLink = this.article.getByRole('button', { name: 'Copy link', exact: true }).first()
  readonly newWindow = this.article.getByRole('button', { name: /^Open in new (window|tab)$/ })
  readonly facts = this.page.getByLabel('Message details')
  readonly mapNotLoaded = this.article.getByText('The map couldn’t be loaded')
  readonly tryAgain = this.article.getByRole('button', { name: 'Try again' })
  readonly places = this.article.getByRole('list', { name: 'Places of opens and clicks' })
  readonly rawRecord = this.article.getByText('Raw record')
  readonly askAgain = this.page.getByRole('button', { name: 'Refresh', exact: true })
  readonly openLink = this.article.getByRole('button', { name: 'Open the link in the browser…' })
  readonly sentText = this.page.getByRole('region', { name: 'Sent text' })
  readonly sentHtml = this.page.frameLocator('iframe[title="The message as it was sent"]')
  readonly sentMode = this.article.getByRole('combobox', { name: 'Preview mode' })
  readonly enlarge = this.article.getByRole('button', { name: 'Enlarge', exact: true })
  readonly copySentText = this.page.getByRole('button', { name: 'Copy sent text' })
  readonly back = this.page.getByRole('button', { name: 'Back' })
  readonly close = this.page.getByRole('button', { name: 'Close message' })

  subject(text: string): Locator {
    return this.page.getByRole('heading', { name: text })
  }
}
