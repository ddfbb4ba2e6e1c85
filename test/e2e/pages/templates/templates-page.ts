import type { FrameLocator, Locator } from '@playwright/test'
import { PageModel } from '../base/page-model.ts'

/** The templates of an account, a template, and its versions. */
export class TemplatesPage extends PageModel {
  readonly table = this.page.getByRole('grid', { name: 'Templates' })
  readonly search = this.page.getByRole('searchbox', { name: 'Search templates' })
  readonly noMatch = this.page.getByText('No template matches')
  readonly notListed = this.page.getByText('This service doesn’t list its templates')
  readonly idField = this.page.getByRole('textbox', { name: 'Open by ID or name' })
  readonly readOnly = this.page.getByText('This account is read-only in Mailroom')
  readonly reload = this.page.getByRole('button', { name: 'Reload' })

  readonly preview = this.page.frameLocator('iframe[title^="Preview of"]')
  readonly edit = this.page.getByRole('button', { name: 'Edit', exact: true })
  readonly test = this.page.getByRole('button', { name: 'Send a test…' })
  readonly createAgain = this.page.getByRole('button', { name: 'Create again…' })
  readonly remove = this.page.getByRole('button', { name: 'Delete…' })
  readonly versions = this.page.getByRole('list', { name: 'Versions' }).getByRole('listitem')
  readonly compareChosen = this.page.getByRole('button', { name: 'Compare selected versions' })

  readonly dialog = this.page.getByRole('dialog')
  readonly confirmation = this.page.getByRole('alertdialog')
  readonly recipient = this.dialog.getByRole('textbox', { name: 'To' })
  readonly sendTest = this.dialog.getByRole('button', { name: 'Send test' })
  readonly rollBack = this.dialog.getByRole('button', { name: 'Roll back', exact: true })
  readonly rollBackAnyway = this.dialog.getByRole('button', { name: 'Roll back anyway' })
  readonly keepTheirs = this.dialog.getByRole('button', { name: 'Keep the service’s version' })

  readonly difference = this.page.getByRole('region', { name: 'Difference', exact: true })
  readonly changedFields = this.difference.getByLabel('Changed fields')
  readonly place = this.difference.getByRole('status').first()
  readonly iframe = this.difference.locator('iframe').first()
  readonly enlarge = this.difference.getByRole('button', { name: 'Enlarge', exact: true })
  readonly next = this.difference.getByRole('button', { name: 'Next change' })

  row(description: string): Locator {
    return this.table.getByRole('row').filter({ hasText: description })
  }

  open(description: string): Locator {
    return this.row(description).getByRole('link')
  }

  /** The button that looks up an unknown outcome. */
  readonly check = this.dialog.getByRole('button', { name: /^Check/ })
  readonly keyToConfirm = this.confirmation.getByRole('textbox')
  readonly confirmRemoval = this.confirmation.getByRole('button', { name: 'Delete template' })
  readonly toastUndo = this.page.getByRole('button', { name: 'Undo' })

  tab(name: string): Locator {
    return this.page.getByRole('tab', { name })
  }

  compareOne(version: Locator): Locator {
    return version.getByRole('button', { name: /^Compare/ })
  }

  rollBackTo(version: Locator): Locator {
    return version.getByRole('button', { name: /^Roll back/ })
  }

  showAs(name: string): Locator {
    return this.difference.getByText(name, { exact: true })
  }

  /** The mail on one side of a comparison. */
  mail(side: 'before' | 'after'): FrameLocator {
    return this.difference.frameLocator('iframe').nth(side === 'before' ? 0 : 1)
  }
}
