import { PageModel } from './base/page-model.ts'

/** The chart of messages by day. */
export class MessagesHistogram extends PageModel {
  readonly chart = this.page.getByRole('application', { name: /^Messages by day/ })
  /** The text that a screen reader announces for the focused days. */
  readonly spoken = this.chart
    .getByRole('status')
    .or(this.page.getByRole('status').filter({ hasText: /: [\d,]+ messages?(, .+)?$/ }))
    .first()
  readonly notLoaded = this.page.getByText('The chart couldn’t be loaded')
  readonly tryAgain = this.page.getByRole('button', { name: 'Try again' })
  readonly tip = this.chart.locator('.tip')
}
