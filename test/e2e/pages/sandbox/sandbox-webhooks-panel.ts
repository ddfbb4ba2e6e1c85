import { PageModel } from '../base/page-model.ts'

/** The webhook controls of the sandbox that tests use. */
export class SandboxWebhooksPanel extends PageModel {
  readonly empty = this.page.getByRole('heading', { name: 'No webhooks yet' })
  readonly showWebhooks = this.page.getByRole('button', { name: 'Show Webhooks' })
  readonly grid = this.page.getByRole('grid', { name: 'Sandbox webhooks' })
  readonly detail = this.page.getByRole('region', { name: /^Webhook / })
  readonly fault = this.detail.getByRole('combobox', { name: 'Fault' })
  readonly encoded = this.detail.getByRole('switch', { name: 'Percent-encode the body' })
  readonly calls = this.detail.getByRole('list', { name: 'Latest calls' }).getByRole('listitem')
  readonly callAgain = this.calls.first().getByRole('button', { name: 'Call again' })
  readonly payload = this.calls.first().locator('pre')
}
