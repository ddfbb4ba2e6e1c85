import { Notification } from 'electron'
import type { Logger, Notifier } from '#core/base/ports.ts'
import type { AppWindows } from '../window/app-windows.ts'

type Supplies = { readonly windows: Pick<AppWindows, 'focus' | 'send' | 'sendToFront'>; readonly logger: Logger }

/**
 * Shows system notifications until the system refuses one. macOS shows none from an app that is not signed with a
 * certificate.
 */
export class ElectronNotifier implements Notifier {
  readonly #supplies: Supplies
  /**
   * Keeps a reference to each notification. Otherwise, it could be garbage-collected, and its click handler with it.
   */
  readonly #shown = new Set<Notification>()
  #works = Notification.isSupported()

  constructor(supplies: Supplies) {
    this.#supplies = supplies
  }

  /** If false, the core shows its notifications in the window instead. */
  get works(): boolean {
    return this.#works
  }

  notify({ title, body, accountId, view }: Parameters<Notifier['notify']>[0]): void {
    if (!this.#works) return
    const { windows } = this.#supplies
    const notification = new Notification({ title, body })
    this.#shown.add(notification)
    notification.on('close', () => this.#shown.delete(notification))
    notification.on('failed', (_event, reason) => {
      this.#shown.delete(notification)
      this.#fail(reason)
      windows.send({ name: 'app.notice', payload: { id: `notification-${title}`, text: `${title}. ${body}` } })
    })
    notification.on('click', () => {
      this.#shown.delete(notification)
      windows.focus()
      windows.sendToFront({ name: 'app.openView', payload: { accountId, view } })
    })
    notification.show()
  }

  #fail(reason: string): void {
    if (!this.#works) return
    this.#works = false
    this.#supplies.logger.log('warn', 'the system shows no notifications of Mailroom; the window shows them', {
      reason,
    })
  }
}
