import { PageModel } from '../base/page-model.ts'

export type AccountEntry = {
  name: string
  url: string
  user: string
  key: string
}

/** The form that adds or edits an account. */
export class AccountForm extends PageModel {
  readonly name = this.page.getByLabel('Name')
  readonly baseUrl = this.page.getByLabel('Base URL')
  readonly user = this.page.getByLabel('User', { exact: true })
  readonly key = this.page.getByLabel('Key', { exact: true })
  readonly confirmWithKey = this.page.getByLabel('Stored key')
  readonly usePlainHttp = this.page.getByLabel('Use plain http anyway')

  readonly advanced = this.page.getByText('Advanced')
  readonly readOnly = this.page.getByLabel('Read-only')
  readonly keepHistory = this.page.getByLabel('Keep the history on this disk')
  readonly keepFile = this.page.getByLabel('Keep the file')
  readonly deleteFile = this.page.getByLabel('Delete the file')
  readonly userHeader = this.page.getByLabel('User header')
  readonly allowList = this.page.getByRole('textbox', { name: 'Recipient allow-list' })
  readonly proxy = this.page.getByLabel('Proxy')

  readonly testAndAdd = this.page.getByRole('button', { name: 'Test and add' })
  readonly testConnection = this.page.getByRole('button', { name: 'Test connection' })
  /** Replaces the entered address by the one that Mailroom suggests. */
  readonly useSuggestion = this.page.getByRole('button', { name: 'Use this URL' })
  readonly saveWithoutTest = this.page.getByRole('button', { name: 'Save without testing' })
  readonly save = this.page.getByRole('button', { name: 'Save', exact: true })
  readonly testSucceeded = this.page.getByText(/The service responded in/)

  async fill({ name, url, user, key }: AccountEntry): Promise<void> {
    await this.name.fill(name)
    await this.baseUrl.fill(url)
    await this.user.fill(user)
    await this.key.fill(key)
  }

  async forgoHistory(): Promise<void> {
    await this.advanced.click()
    await this.keepHistory.uncheck()
  }
}
