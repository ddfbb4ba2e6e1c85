import { PageModel } from '../base/page-model.ts'

export class ManualPage extends PageModel {
  readonly find = this.page.getByRole('searchbox', { name: 'Find in the manual' })
  readonly pages = this.page.getByRole('navigation', { name: 'Manual pages' }).getByRole('link')
  readonly found = this.page.getByRole('list', { name: 'Search results' }).getByRole('link')

  heading(name: string) {
    return this.page.getByRole('main').getByRole('heading', { name, exact: true })
  }
}
