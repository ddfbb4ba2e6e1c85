import { plural } from '#shared/domain/base/plural.ts'
import type { FoundRecipient, FoundRecipients } from '#shared/domain/recipients/recipient.ts'
import { isFoundBy, readRecipientText } from '#shared/domain/recipients/rank-recipient.ts'
import type { Formats } from '#shared/domain/settings/formats.ts'
import { longestPrefix } from '#shared/contract/base/search-limits.ts'
import { visible } from '#shared/text/visible.ts'
import type { AppState } from '../../lib/state/app-state.svelte.ts'
import type { Option } from '../../lib/ui/fields/option.ts'

type Host = Pick<AppState['host'], 'invoke'>

/** Finds recipients by name or address while the user types. Each field on the page needs a separate instance. */
export class RecipientFinder {
  readonly #host: Host
  readonly #limit: number
  /** A newer query cancels the previous query, but not the queries of other instances. */
  readonly #asker = crypto.randomUUID()
  #last: FoundRecipients = { recipients: [], complete: true }

  constructor(host: Host, limit: number) {
    this.#host = host
    this.#limit = limit
  }

  /** Returns null if a newer query superseded this one. */
  async find(accountId: string, text: string): Promise<FoundRecipients | null> {
    const found = await this.#host.invoke('recipients.find', {
      accountId,
      text: text.slice(0, longestPrefix),
      limit: this.#limit,
      asker: this.#asker,
    })
    if (found) this.#last = found
    return found
  }

  /**
   * Returns the result for the first text that matches any recipients, or null if a newer query superseded this one.
   */
  async findFirst(accountId: string, texts: readonly string[]): Promise<FoundRecipients | null> {
    let found: FoundRecipients | null = null
    for (const text of texts) {
      found = await this.find(accountId, text)
      if (found?.recipients.length !== 0) return found
    }
    return found
  }

  /**
   * Returns the most recently found recipients that also match this text. They stay in view until the response arrives.
   */
  matching(text: string): FoundRecipient[] {
    const wanted = readRecipientText(text)
    if (wanted === null) return []
    return this.#last.recipients.filter((recipient) => isFoundBy(wanted, recipient))
  }
}

/** For example “Louise Lefèvre · ll1974@example.org”; only the address if no send from here named the recipient. */
export function recipientTitle({ email, name }: Pick<FoundRecipient, 'email' | 'name'>): string {
  return name === undefined ? visible(email) : `${visible(name)} · ${visible(email)}`
}

/**
 * Returns a recipient as a suggestion, with details such as “8 messages, newest Nov 7, 2026”. The value is the address.
 */
export function recipientOption(recipient: FoundRecipient, formats: Formats): Option {
  const { email, messages, newest } = recipient
  const count = plural(formats, messages, 'message')
  const detail = newest ? `${count}, newest ${formats.day(newest.createdDate)}` : count
  return { value: email, label: recipientTitle(recipient), detail, icon: 'user' }
}
