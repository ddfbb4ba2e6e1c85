import type { Locator } from '@playwright/test'
import { PageModel } from '../base/page-model.ts'

/** The preview of a message for one recipient, and the checks. */
export class PreviewPanel extends PageModel {
  readonly region = this.page.getByRole('region', { name: 'Preview' })
  readonly frame = this.region.locator('iframe')
  readonly content = this.frame.contentFrame()
  readonly inbox = this.region.getByRole('group', { name: 'In the inbox' })
  readonly next = this.region.getByRole('button', { name: 'Next recipient' })
  readonly place = this.region.getByText(/^[\d,]+ of [\d,]+$/)
  readonly nextUnresolved = this.region.getByRole('button', { name: 'Next missing value' })
  readonly recipient = this.region.getByRole('combobox', { name: 'Previewed recipient' })
  readonly mode = this.region.getByRole('combobox', { name: 'Preview mode' })
  readonly request = this.region.getByRole('textbox', { name: 'Request to be sent' })
  readonly enlarge = this.region.getByRole('button', { name: 'Enlarge', exact: true })
  readonly large = largePreview(this.page.getByRole('dialog', { name: 'Preview' }))

  readonly dismissed = this.page.getByText(/^\d+ dismissed$/)
  readonly bringBack = this.page.getByRole('button', { name: 'Restore' })
  readonly findings = this.page.getByRole('region', { name: 'Checks' }).locator('button.finding')

  shape(name: 'HTML' | 'Text' | 'Source' | 'Request'): Locator {
    return this.region.getByRole('radiogroup', { name: 'View' }).getByText(name, { exact: true })
  }

  finding(text: string | RegExp): Locator {
    return this.findings.filter({ hasText: text })
  }
}

function largePreview(dialog: Locator) {
  const frame = dialog.locator('iframe')
  return { dialog, frame, content: frame.contentFrame() }
}
