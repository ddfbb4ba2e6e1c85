import type { Locator } from '@playwright/test'
import { PageModel } from '../base/page-model.ts'

/** The domains of an account, and the details of one. */
export class DomainsPage extends PageModel {
  readonly add = this.page.getByRole('button', { name: 'Add domain' }).first()
  readonly all = this.page.getByRole('list', { name: 'Domains' })
  readonly checkNow = this.page.getByRole('button', { name: 'Check now' })
  readonly letServiceCheck = this.page.getByRole('button', { name: 'Ask the service to check' })
  readonly watch = this.page.getByRole('switch', { name: 'Watch until verified' })
  readonly flags = this.page.getByRole('list', { name: 'Verified by the service' })
  readonly records = this.page.getByRole('list', { name: 'Records' })
  readonly spf = this.page.getByRole('region', { name: 'SPF lookup cost' })
  readonly dmarc = this.page.getByRole('region', { name: 'DMARC' })
  readonly history = this.page.getByRole('list', { name: 'Checks' })
  readonly neverResolves = this.page.getByText('never resolve, so Mailroom doesn’t query DNS')

  readonly dialog = this.page.getByRole('dialog')
  readonly sending = this.dialog.getByRole('textbox', { name: 'Domain', exact: true })
  readonly tracking = this.dialog.getByRole('textbox', { name: 'Tracking domain' })
  readonly email = this.dialog.getByRole('textbox', { name: 'Confirmation address' })

  /** A domain by its displayed name. */
  domain(name: string): Locator {
    return this.page.getByRole('link', { name })
  }

  record(kind: string, state: string): Locator {
    return this.records.getByRole('listitem', { name: `${kind}: ${state}`, exact: true })
  }

  flag(name: string): Locator {
    return this.flags.getByRole('listitem').filter({ hasText: name })
  }

  copy(label: string, kind: string): Locator {
    return this.page.getByRole('button', { name: `Copy: ${label}, ${kind}` })
  }
}
