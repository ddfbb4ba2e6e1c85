import { basename } from 'node:path'
import type { EventBus } from '../base/event-bus.ts'

export type Notice = { id: string; text: string }

/** Messages to the user that are not the result of a call; kept until dismissed. */
export class Notices {
  readonly #events: EventBus
  readonly #notices = new Map<string, Notice>()

  constructor(events: EventBus) {
    this.#events = events
  }

  add(id: string, text: string): void {
    const notice = { id, text }
    this.#notices.set(id, notice)
    this.#events.emit({ name: 'app.notice', payload: notice })
  }

  /** Called by JsonFile. The page gets only the file name; the full path is in the log. */
  brokenFile(keptAs: string): void {
    const kept = basename(keptAs)
    const name = kept.replace(/\.broken-\d+$/, '')
    this.add(
      `broken-${kept}`,
      `${name} could not be read, so Mailroom started without that file. The damaged file was kept as ${kept} in the data folder.`,
    )
  }

  list(): Notice[] {
    return [...this.#notices.values()]
  }

  dismiss(id: string): void {
    this.#notices.delete(id)
  }
}
