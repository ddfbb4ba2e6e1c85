import type { FrameLocator, Locator } from '@playwright/test'
import { PageModel } from './base/page-model.ts'

/** A PNG of one pixel. */
const redDot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

export type Mode = 'Ordinary' | 'In place' | 'Code'

/** The body editor of a message. */
export class MessageBody extends PageModel {
  readonly newMessage = this.page.getByRole('button', { name: 'New message', exact: true })
  readonly modes = this.page.getByRole('radiogroup', { name: 'Edit the HTML' })
  readonly code = this.page.getByRole('textbox', { name: 'Message HTML' })
  readonly ordinary = this.page.getByRole('textbox', { name: 'Message', exact: true })
  readonly iframe = this.page.locator('iframe[title="The message, edited in place"]')
  readonly tools = this.page.getByRole('group', { name: 'Message body' })
  readonly undo = this.tools.getByRole('button', { name: 'Undo' })
  readonly notLoaded = this.page.getByText('The editor couldn’t be loaded')
  readonly text = this.page.getByRole('textbox', { name: 'Message text' })
  /** The question before a finding opens the code. */
  readonly showCode = this.page.getByRole('button', { name: 'Show the code' })
  readonly details = this.page.getByRole('dialog')

  async start(): Promise<void> {
    await this.page.goto(`${this.page.url().split('#')[0]}#/compose`)
    await this.newMessage.click()
    await this.modes.waitFor()
  }

  async choose(mode: Mode): Promise<void> {
    await this.modes.getByText(mode, { exact: true }).click()
  }

  tab(name: 'HTML' | 'Text'): Locator {
    return this.page.getByRole('tab', { name, exact: true })
  }

  get mail(): FrameLocator {
    return this.iframe.contentFrame()
  }

  selectedInPlace(): Promise<string | undefined> {
    return this.mail.locator('body').evaluate(({ ownerDocument }) => ownerDocument.getSelection()?.toString())
  }

  /** A run of text in the mail that can be edited in place. */
  run(text: string): Locator {
    return this.mail.locator('mailroom-run', { hasText: text })
  }

  /** Replaces all of the HTML, as a paste into the code editor does. */
  async writeCode(html: string): Promise<void> {
    await this.choose('Code')
    await this.code.waitFor()
    await this.code.focus()
    await this.page.keyboard.press('Control+a')
    await this.paste(this.code, { 'text/plain': html })
  }

  async paste(target: Locator, data: Readonly<Record<string, string>>): Promise<void> {
    await target.evaluate((element, given) => {
      const clipboardData = new DataTransfer()
      for (const [type, text] of Object.entries(given)) clipboardData.setData(type, text)
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, data)
  }

  async pasteImage(target: Locator, name: string): Promise<void> {
    await target.evaluate(
      (element, [file, base64]) => {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
        const clipboardData = new DataTransfer()
        clipboardData.items.add(new File([bytes], file, { type: 'image/png' }))
        element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      },
      [name, redDot] as const,
    )
  }

  /** Drops an image on the target, x pixels from its left edge and halfway down. */
  async dropImage(target: Locator, name: string, x: number): Promise<void> {
    await target.evaluate(
      (element, [file, base64, right]) => {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File([bytes], file, { type: 'image/png' }))
        const { left, top, height } = element.getBoundingClientRect()
        const at = { clientX: left + right, clientY: top + height / 2 }
        element.dispatchEvent(new DragEvent('drop', { dataTransfer, ...at, bubbles: true, cancelable: true }))
      },
      [name, redDot, x] as const,
    )
  }

  async act(name: 'Inline CSS' | 'Format' | 'Break long lines'): Promise<void> {
    await this.tools.getByRole('button', { name: 'More' }).click()
    await this.page.getByRole('menuitem', { name }).click()
  }
}
