import { PageModel } from './base/page-model.ts'

export class SettingsPage extends PageModel {
  readonly title = this.page.getByRole('heading', { name: 'Settings', level: 1 })
  readonly comfortable = this.page.getByText('Comfortable', { exact: true })
  readonly dateFormat = this.page.getByLabel('Date format')
}
