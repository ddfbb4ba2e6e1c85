import type { Locator } from '@playwright/test'
import { PageModel } from '../base/page-model.ts'

/** The drafts of an account, and the buttons that start a message. */
export class DraftListPage extends PageModel {
  readonly title = this.page.getByRole('heading', { level: 1, name: 'Compose' })
  readonly link = this.page.getByRole('link', { name: 'Compose', exact: true })
  readonly newMessage = this.page.getByRole('button', { name: 'New message', exact: true })
  readonly moreWays = this.page.getByRole('button', { name: 'More ways to start' })
  readonly fromSnippet = this.page.getByRole('menuitem', { name: /From a snippet/ })
  readonly fromTemplate = this.page.getByRole('menuitem', { name: /From a template/ })
  readonly fromFile = this.page.getByRole('menuitem', { name: /From a file/ })
  readonly empty = this.page.getByRole('heading', { name: 'No drafts' })
  readonly table = this.page.getByRole('grid', { name: 'Drafts' })
  readonly drafts = this.table.locator('[data-row]')
  /** The active element of the focused table. */
  readonly active = this.table.and(this.page.locator(':focus')).locator('.active')
  /** The button in a notification: the table’s Undo button has an icon instead of a text. */
  readonly undo = this.page.getByRole('button', { name: 'Undo', exact: true }).filter({ hasText: 'Undo' })

  /** Selects "From a file…" by keyboard, and a file in the browser’s dialog. */
  async startFrom(path: string): Promise<void> {
    await this.moreWays.press('Enter')
    // The menu focuses its first entry when it opens, so any earlier focus would be lost.
    await this.page.locator('[role="menuitem"]:focus').waitFor()
    const [chooser] = await Promise.all([this.page.waitForEvent('filechooser'), this.fromFile.press('Enter')])
    await chooser.setFiles(path)
  }

  draft(subject: string): Locator {
    return this.table.getByRole('row', { name: new RegExp(`^${subject}`) })
  }

  remove(subject: string): Locator {
    return this.page.getByRole('button', { name: `Remove: “${subject}”` })
  }
}
