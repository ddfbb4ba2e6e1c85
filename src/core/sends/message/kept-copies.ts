import type { DraftContent, Person } from '#shared/contract/base/draft.ts'
import { columnUse } from '#shared/domain/drafts/person-values.ts'
import { withPreheader } from '#shared/domain/drafts/preheader.ts'
import type { Accounts } from '../../accounts/index.ts'
import type { Ports } from '../../base/ports.ts'
import type { Bodies, KeptSend } from '../../bodies/index.ts'

type Rooms = { readonly ports: Pick<Ports, 'logger'>; readonly accounts: Accounts; readonly bodies: Bodies }

export type Copy = Omit<KeptSend, 'at'>

/** Copies of sent messages. The records of a send refer to its copy. */
export class KeptCopies {
  readonly #rooms: Rooms

  constructor(rooms: Rooms) {
    this.#rooms = rooms
  }

  /** Called before the message is sent. Returns false if nothing was kept. */
  async keep(accountId: string, sendId: string, copy: Copy): Promise<boolean> {
    const { accounts, bodies } = this.#rooms
    const { storeHistory, correlateSends } = accounts.get(accountId)
    if (!storeHistory || !correlateSends) return false
    try {
      const at = accounts.clockOf(accountId).now()
      return await bodies.keepSent(accountId, sendId, { at, ...copy })
    } catch (error) {
      // A message that cannot be shown later is better than a message that is not sent.
      this.#warn('A copy of a message could not be kept.', accountId, error)
      return false
    }
  }

  /** Removes the copy of a message that was not sent. */
  async drop(accountId: string, sendId: string): Promise<void> {
    try {
      await this.#rooms.bodies.removeSent(accountId, sendId)
    } catch (error) {
      // A copy without a record is never shown. It is erased together with its recipients.
      this.#warn('The copy of an unsent message could not be removed.', accountId, error)
    }
  }

  #warn(text: string, account: string, error: unknown): void {
    this.#rooms.ports.logger.log('warn', text, { account, reason: String(error) })
  }
}

/**
 * Creates the copy of a draft for some of its recipients. The copy contains the values of the draft’s variables for
 * each address.
 */
export function copyOf(content: DraftContent, columns: readonly string[], people: readonly Person[]): Copy {
  const uses = columns.map((column) => columnUse(column))
  const variables = uses.flatMap((use, index) => (use.kind === 'variable' ? [{ name: use.name, index }] : []))
  const text = content.textMode === 'none' ? '' : content.text
  const html = withPreheader(content.html, content.preheader)
  return {
    content: { text, html, columns: variables.map(({ name }) => name) },
    to: people.map(({ address, values }) => ({
      address: address.trim(),
      ...(variables.length > 0 && { values: variables.map(({ index }) => values[index] ?? null) }),
    })),
  }
}
