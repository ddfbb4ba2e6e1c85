import { PageModel } from '../base/page-model.ts'

/** The view that Mailroom shows as long as it has no account. */
export class WelcomePage extends PageModel {
  readonly title = this.page.getByRole('heading', { name: 'Welcome to Mailroom' })
  readonly connectAccount = this.page.getByRole('button', { name: 'Connect an account' })
  readonly preparing = this.page.getByText(/^Preparing a sandbox with 50,000 messages/)
  readonly cancelExploring = this.page.getByRole('button', { name: 'Cancel' })
  readonly exploreSandbox = this.page.getByRole('button', { name: 'Explore with the sandbox' })
}
