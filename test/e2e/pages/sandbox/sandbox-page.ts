import { descriptionOf } from '../base/descriptions.ts'
import { PageModel } from '../base/page-model.ts'

/** The values that a program needs to call the app’s sandbox. */
export type SandboxAccess = {
  url: string
  user: string
  key: string
}

/** The view of the sandbox: its state, its tabs, and how a program connects to it. */
export class SandboxPage extends PageModel {
  readonly requestsTab = this.page.getByRole('tab', { name: 'Requests' })
  readonly outboxTab = this.page.getByRole('tab', { name: 'Outbox' })
  readonly faultsTab = this.page.getByRole('tab', { name: 'Faults' })
  readonly clockTab = this.page.getByRole('tab', { name: 'Clock and data' })
  readonly repliesTab = this.page.getByRole('tab', { name: 'Replies' })
  readonly webhooksTab = this.page.getByRole('tab', { name: 'Webhooks' })
  readonly snapshotsTab = this.page.getByRole('tab', { name: 'Snapshots' })

  readonly stop = this.page.getByRole('button', { name: 'Stop', exact: true })
  readonly stopped = this.page.getByText('The sandbox is stopped')
  readonly running = this.page.getByText('Running', { exact: true }).first()

  readonly connectTitle = this.page.getByRole('heading', { name: 'Connect your program' })
  readonly baseUrl = descriptionOf(this.page, 'Base URL')
  readonly secureUrl = descriptionOf(this.page, 'With TLS')
  readonly saveAuthority = this.page.getByRole('button', { name: 'Save certificate authority…' })
  readonly user = descriptionOf(this.page, 'User')
  readonly key = descriptionOf(this.page, 'Key')
  readonly controlsUrl = descriptionOf(this.page, 'Control URL')
  readonly controlsToken = descriptionOf(this.page, 'Token')

  readonly userHeader = this.page.getByRole('textbox', { name: 'User header' })
  readonly keyHeader = this.page.getByRole('textbox', { name: 'Key header' })
  readonly headerPrefix = this.page.getByRole('textbox', { name: 'Header prefix' })
  readonly saveNames = this.page.getByRole('button', { name: 'Save names' })
  readonly useDefaultNames = this.page.getByRole('button', { name: 'Use the default names' })
  readonly namesSaved = this.page.getByRole('paragraph').filter({ hasText: 'The sandbox now uses these names.' })
  readonly snippet = this.page.getByRole('tabpanel').locator('pre')

  readonly now = descriptionOf(this.page, 'Now')
  readonly advanceWeek = this.page.getByRole('button', { name: 'Advance 1 week' })
  readonly fillWithScenario = this.page.getByRole('button', { name: 'Load', exact: true })
  readonly confirmReplacement = this.page.getByRole('alertdialog').getByRole('button', { name: 'Replace' })

  /** Reads the values from the view, as a user would. */
  async access(): Promise<SandboxAccess> {
    await this.connectTitle.waitFor()
    const [url, user, key] = [this.baseUrl, this.user, this.key]
    return {
      url: (await url.innerText()).trim(),
      user: (await user.innerText()).trim(),
      key: (await key.innerText()).trim(),
    }
  }

  async controls(): Promise<{ url: string; token: string }> {
    await this.connectTitle.waitFor()
    return {
      url: (await this.controlsUrl.innerText()).trim(),
      token: (await this.controlsToken.innerText()).trim(),
    }
  }
}
