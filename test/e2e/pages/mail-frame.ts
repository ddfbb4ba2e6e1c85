import type { Locator } from '@playwright/test'
import { PageModel } from './base/page-model.ts'

/** An email as its recipient sees it, with the list of its links beneath. */
export class MailFrame extends PageModel {
  readonly iframe = this.page.locator('iframe[title="The message as its recipient sees it"]')
  readonly content = this.iframe.contentFrame()
  readonly enlarge = this.page.getByRole('button', { name: 'Enlarge', exact: true })
  readonly anyIframe = this.page.locator('iframe')
  readonly showAnyway = this.page.getByRole('button', { name: 'Show anyway' })
  readonly tooDeep = this.page.getByText('This email has unusually deep nesting')
  readonly tooLarge = this.page.getByText('This email is unusually large')

  readonly links = this.page.getByRole('list', { name: 'Links in this email' })
  readonly browserQuestion = this.page.getByRole('alertdialog', { name: 'Open this link in the browser?' })
  readonly mailQuestion = this.page.getByRole('alertdialog', { name: 'Open this link in the mail program?' })
  readonly confirmBrowser = this.browserQuestion.getByRole('button', { name: 'Open', exact: true })

  /** Opens and closes the list of links. */
  linksSummary(count: number): Locator {
    return this.page.locator('summary', { hasText: `${count} links in this email` })
  }

  /** A link by its text, because its address may contain any characters. */
  link(text: string): Locator {
    return this.links.getByRole('listitem').filter({ has: this.#copyButton(text) })
  }

  openLink(text: string): Locator {
    return this.link(text).getByRole('button', { name: /^Open the link/ })
  }

  copyLink(text: string): Locator {
    return this.link(text).locator(this.#copyButton(text))
  }

  #copyButton(text: string): Locator {
    return this.page.getByRole('button', { name: `Copy the link “${text}”`, exact: true })
  }
}
