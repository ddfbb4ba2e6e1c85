import type { Locator } from '@playwright/test'
import { PageModel } from '../base/page-model.ts'

/** The editor of a draft: its fields, its state, and the panel beside it. */
export class Composer extends PageModel {
  readonly saved = this.page.getByText('Saved', { exact: true })
  readonly notSaved = this.page.getByText(/^Not saved\./)
  readonly retry = this.page.getByRole('button', { name: 'Try again' })
  readonly keepThis = this.page.getByRole('button', { name: 'Keep this version' })
  readonly allDrafts = this.page.getByRole('button', { name: 'All drafts' })

  readonly inNewWindow = this.page.getByRole('menuitem', { name: /^Open in new (window|tab)$/ })

  readonly from = this.page.getByRole('combobox', { name: 'From', exact: true })
  readonly fromName = this.page.getByRole('textbox', { name: 'From: name' })
  readonly replyTo = this.page.getByRole('combobox', { name: 'Reply-to', exact: true })
  readonly to = this.page.getByRole('combobox', { name: 'To', exact: true })
  readonly chips = this.page.getByRole('list', { name: 'To: addresses' }).getByRole('listitem')
  readonly problems = this.page.getByRole('list', { name: 'Problems with these addresses' })
  readonly folded = this.page.getByRole('button', { name: /^[\d,]+ recipients/ })
  /** Says that the sender’s domain is not verified for this account, and links to the domains. */
  readonly senderNote = this.page.getByRole('link', { name: /^\S+ is not (?:a domain|verified)/ })
  readonly subject = this.page.getByRole('textbox', { name: 'Subject', exact: true })
  readonly preheader = this.page.getByRole('textbox', { name: 'Preheader' })
  readonly showInbox = this.page.getByRole('button', { name: 'In the inbox' })
  readonly inbox = this.page.locator('.envelope').getByRole('group', { name: 'In the inbox' })

  readonly body = this.page.locator('[data-drop-body]')

  readonly panel = this.page.getByRole('complementary', { name: 'Message panel' })
  readonly showPanel = this.page.getByRole('button', { name: 'Show the panel' })

  /** The limits of what the account may send, above the fields. */
  readonly limits = this.page.getByRole('main').getByText(/ is read-only\. | can send only to /)
  readonly openChecks = this.page.getByRole('button', { name: 'Check', exact: true })
  readonly openPreview = this.page.getByRole('button', { name: 'Preview', exact: true })

  readonly tags = this.panel.getByRole('combobox', { name: 'Tags' })
  readonly addMetadata = this.panel.getByRole('button', { name: 'Add metadata' })
  readonly unsubscribe = this.panel.getByLabel('List-Unsubscribe', { exact: true })
  readonly oneClick = this.panel.getByLabel('One-click unsubscribe')
  readonly addHeader = this.panel.getByRole('button', { name: 'Add header' })

  tab(name: string): Locator {
    return this.panel.getByRole('tab', { name: new RegExp(`^${name}`) })
  }

  /** An option whose value is something in the account. */
  named(option: 'Sending domain' | 'IP pool' | 'Custom blacklist' | 'Template'): Locator {
    return this.panel.getByRole('combobox', { name: option })
  }

  /** The button that fixes a problem, by its label. */
  fix(label: string): Locator {
    return this.problems.getByRole('button', { name: label })
  }

  /** One of the three positions of an option. */
  choice(option: string, position: 'Account default' | 'On' | 'Off'): Locator {
    return this.panel.getByRole('radiogroup', { name: option, exact: true }).getByLabel(position, { exact: true })
  }

  metadata(part: 'Name' | 'Type' | 'Value', number: number): Locator {
    return this.panel.getByLabel(`${part} of metadata ${number}`)
  }

  headerLine(part: 'Name' | 'Value', number: number): Locator {
    return this.panel.getByLabel(`${part} of header ${number}`)
  }
}
