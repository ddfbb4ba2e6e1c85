import type { Locator } from '@playwright/test'
import { PageModel } from './base/page-model.ts'

/** The parts around every view: sidebar, account menu, notices and questions. */
export class Shell extends PageModel {
  /** The root element, with the theme and the density as attributes. */
  readonly root = this.page.locator('html')
  readonly main = this.page.getByRole('main')
  readonly viewTitle = this.page.getByRole('heading', { level: 1 })

  readonly views = this.page.getByRole('navigation', { name: 'Views' })
  readonly overviewLink = this.page.getByRole('link', { name: 'Overview' })
  readonly dashboardLink = this.page.getByRole('link', { name: 'Dashboard', exact: true })
  readonly messagesLink = this.page.getByRole('link', { name: 'Messages', exact: true })
  readonly recipientsLink = this.page.getByRole('link', { name: 'Recipients' })
  readonly sandboxLink = this.page.getByRole('link', { name: 'Sandbox' })
  readonly accountsLink = this.page.getByRole('link', { name: 'Accounts' })
  readonly settingsLink = this.page.getByRole('link', { name: 'Settings' })
  readonly collapseSidebar = this.page.getByRole('button', { name: 'Collapse sidebar' })
  /** The palette’s button in the collapsed sidebar. */
  readonly paletteIcon = this.page.getByRole('button', { name: /Command palette/ })

  readonly keyboardHelp = this.page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  readonly dialog = this.page.getByRole('dialog')
  /** Asks before an action that cannot be undone or that leaves the app. */
  readonly question = this.page.getByRole('alertdialog')
  readonly cancelQuestion = this.question.getByRole('button', { name: 'Cancel' })
  readonly alert = this.page.getByRole('alert')
  readonly dismissNotice = this.page.getByRole('button', { name: 'Dismiss this notice' })
  readonly internalError = this.page.getByText('Something went wrong in Mailroom. See the log for details.')
  /** Without buttons: a first sync may take long, and its button is busy until the end. */
  readonly busyParts = this.page.locator('[aria-busy=true]:not(button)')
  readonly busyButtons = this.page.locator('button[aria-busy=true]')

  /** Shown after a failed call. */
  readonly hostIsAway = this.page.getByText(/^No connection to Mailroom since/)
  readonly hostIsForeign = this.page.locator('strong').getByText('This page belongs to a different Mailroom.')
  readonly opensLater = this.page.getByText('This view opens when the connection is restored.')
  readonly partNotLoaded = this.page
    .getByRole('paragraph')
    .filter({ hasText: /^This part of Mailroom couldn’t be loaded\./ })
  readonly tryNow = this.page.getByRole('button', { name: 'Try now' })
  readonly isOutdated = this.page.getByText(/^Mailroom was updated while this page was open/)
  readonly reload = this.page.getByRole('button', { name: 'Reload' })
  readonly notSignedIn = this.page.getByText(/This page is not signed in/)

  /** The page also reconnects by itself, and then the button goes. */
  tryNowIfShown(): Promise<void> {
    return this.tryNow.evaluateAll((buttons) => buttons.forEach((button) => (button as HTMLElement).click()))
  }

  /** Keeps the toasts on the screen, as the pointer does while it is above them, however slow the machine is. */
  async keepToasts(): Promise<void> {
    await this.page.locator('[popover][aria-label^=Notifications]').dispatchEvent('pointerenter')
  }

  accountButton(name: string): Locator {
    return this.page.getByRole('button', { name: new RegExp(`^Account: ${name}`) })
  }

  /** Opens the view with a hash such as `accounts/new`, as a bookmark would. */
  async open(hash: string): Promise<void> {
    await this.page.goto(new URL(`#/${hash}`, this.page.url()).href)
  }

  async switchAccount(from: string, to: string): Promise<void> {
    await this.accountButton(from).click()
    await this.page.getByRole('menuitemcheckbox', { name: to }).click()
    // Switching the account also restores its last view, so a link clicked earlier would be overridden.
    await this.accountButton(to).waitFor()
  }
}
