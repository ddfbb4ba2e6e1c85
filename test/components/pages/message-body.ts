import { expect } from 'vitest'
import { page, type FrameLocator, type Locator } from 'vitest/browser'
import { focus } from '../support/elements.ts'
import { browser } from '../support/page-commands.ts'

export type Mode = 'Ordinary' | 'In place' | 'Code'

/** The body of a message that is being written. */
export class MessageBody {
  readonly newMessage = page.getByRole('button', { name: 'New message', exact: true })
  readonly modes = page.getByRole('radiogroup', { name: 'Edit the HTML' })
  readonly code = page.getByRole('textbox', { name: 'Message HTML' })
  readonly ordinary = page.getByRole('textbox', { name: 'Message', exact: true })
  readonly tools = page.getByRole('group', { name: 'Message body' })
  readonly format = page.getByRole('toolbar', { name: 'Format' })
  readonly undo = this.tools.getByRole('button', { name: 'Undo' })
  readonly breakLines = page.getByRole('button', { name: 'Break long lines' })
  readonly text = page.getByRole('textbox', { name: 'Message text' })
  readonly makeAgain = page.getByRole('button', { name: 'Generate from HTML again' })
  readonly details = page.getByRole('dialog')
  readonly removeLink = this.details.getByRole('button', { name: 'Remove link' })
  readonly width = page.getByTitle('Layout width of the message')
  readonly mail: FrameLocator = page.frameLocator(page.css('iframe[title="The message, edited in place"]'))

  async start(): Promise<void> {
    await this.newMessage.click()
    await expect.element(this.modes).toBeVisible()
  }

  async choose(mode: Mode): Promise<void> {
    await this.modes.getByText(mode, { exact: true }).click()
  }

  tab(name: 'HTML' | 'Text'): Locator {
    return page.getByRole('tab', { name, exact: true })
  }

  /** A run of text in the mail that can be edited in place. */
  run(text: string): Locator {
    return this.mail.css('mailroom-run').filter({ hasText: text })
  }

  /** Replaces all of the HTML, as a paste into the code editor does. */
  async writeCode(html: string): Promise<void> {
    await this.choose('Code')
    await focus(this.code)
    await browser.press('Control+a')
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', html)
    this.code.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }

  async act(name: 'Inline CSS' | 'Format'): Promise<void> {
    await this.tools.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
}
