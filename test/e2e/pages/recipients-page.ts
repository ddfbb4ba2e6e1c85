import type { Locator } from '@playwright/test'
import { descriptionOf } from './base/descriptions.ts'
import { PageModel } from './base/page-model.ts'
import { Shell } from './shell.ts'

/** The search for a recipient, and a recipient’s view. */
export class RecipientsPage extends PageModel {
  readonly title = this.page.getByRole('heading', { name: 'Recipients', level: 1 })
  readonly address = this.page.getByRole('combobox', { name: 'Name or address' })
  /** The recipients that a search word finds. */
  readonly matches = this.page.getByRole('list', { name: /^Recipients matching/ }).getByRole('link')
  readonly noMatch = this.page.getByRole('heading', { name: /^No recipient matches/ })
  readonly noneYet = this.page.getByText('No recent recipients')
  readonly lookUpAnother = this.page.getByRole('button', { name: 'Look up another recipient' })
  readonly lookUpFirst = this.page.getByRole('button', { name: 'Look up a recipient' })

  readonly lastDelivery = descriptionOf(this.page, 'Last delivery')
  readonly bounces = descriptionOf(this.page, 'Bounces')
  readonly complaints = descriptionOf(this.page, 'Complaints')
  readonly blacklists = this.page.getByRole('heading', { name: 'Blacklists' })
  readonly notListed = this.page.getByText('Not listed')
  /** A group, unless the service reports counters that differ. */
  readonly ownCounters = this.page.getByRole('group', { name: 'Counters' })
  readonly messages = this.page.getByRole('grid', { name: /^Messages to/ })
  readonly delivered = this.page.getByText(/^The last message was delivered on/)

  readonly removeFromBounces = this.page.getByRole('button', { name: 'Remove from Bounces…' })

  readonly copyLink = this.page.getByRole('button', { name: 'Copy link', exact: true })
  readonly erase = this.page.getByRole('button', { name: 'Erase this person…' })
  readonly erasure = this.page.getByRole('alertdialog')
  readonly removeViews = this.erasure.getByRole('checkbox', { name: /Also remove saved views/ })
  readonly typedAddress = this.erasure.getByRole('textbox')
  readonly confirmErasure = this.erasure.getByRole('button', { name: 'Erase this person' })
  readonly unfinishedErasure = this.page.getByText(/^This person has not been erased everywhere yet\./)
  readonly erasedNow = this.page.getByRole('heading', { name: 'Person erased' })
  readonly erasedEarlier = this.page.getByRole('heading', { name: 'This person was erased' })

  heading(email: string | RegExp): Locator {
    return this.page.getByRole('heading', { name: email })
  }

  async lookUp(email: string): Promise<void> {
    await new Shell(this.page).recipientsLink.click()
    await this.address.fill(email)
    await this.address.press('Enter')
    await this.heading(email).waitFor()
  }
}
