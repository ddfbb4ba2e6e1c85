import { createHash, timingSafeEqual } from 'node:crypto'
import type { AccountProfile } from '#shared/contract/accounts.ts'
import { AppError } from '#shared/contract/base/error.ts'
import { wideningOf, type Widening } from '#shared/domain/accounts/limits.ts'
import type { Ports, Question } from '../base/ports.ts'
import type { StoredAccount } from './account-file.ts'
import type { AccountKeys } from './account-keys.ts'

type Proof = {
  readonly key: string | undefined
  /** The stored key as the user typed it again; undefined if they did not. */
  readonly confirmation: string | undefined
}

/** Nobody would read a longer list in a dialog. */
const mostShown = 10

/**
 * Only the user can lift a limit that they set. The page displays content from emails, which anybody may have written,
 * so a request from the page is not proof. The host asks in its own dialog or, if it has none, the key must be typed
 * again.
 */
export class LimitConfirmation {
  readonly #ports: Pick<Ports, 'capabilities' | 'dialogs'>
  readonly #keys: AccountKeys
  #isAsking = false

  constructor(ports: Pick<Ports, 'capabilities' | 'dialogs'>, keys: AccountKeys) {
    this.#ports = ports
    this.#keys = keys
  }

  /**
   * Resolves if no limit is widened, if the user agreed in the host’s dialog or, if the host has none, if a new key was
   * entered or the stored key was typed again.
   */
  async confirm(before: StoredAccount, after: AccountProfile, proof: Proof): Promise<void> {
    const widening = wideningOf(before, after)
    if (widening === null) return
    if (this.#ports.capabilities.confirm) await this.#ask(questionOf(before, widening))
    // With a new key, the account can do nothing that the page could not already do with that key.
    else if (proof.key === undefined) await this.#compare(before, proof.confirmation)
  }

  async #ask(question: Question): Promise<void> {
    if (this.#isAsking) {
      throw new AppError('not-confirmed', 'Another confirmation is still open. Close it, then save again.')
    }
    this.#isAsking = true
    try {
      if (await this.#ports.dialogs.confirm(question)) return
    } finally {
      this.#isAsking = false
    }
    throw new AppError('not-confirmed', 'The change wasn’t confirmed, so the account is unchanged.')
  }

  async #compare(before: StoredAccount, typed: string | undefined): Promise<void> {
    const details = { field: 'confirmation' }
    // Rejects if no key is stored, because there is nothing to compare. The user then has to enter the key as a new
    // one.
    const { key } = await this.#keys.get(before)
    if (typed === undefined) {
      throw new AppError('confirmation-needed', 'Type the account’s key to confirm the new permissions.', { details })
    }
    if (timingSafeEqual(digest(typed), digest(key))) return
    const sentence = 'This isn’t the key stored for this account. Type the stored key to confirm.'
    throw new AppError('wrong-key', sentence, { details })
  }
}

/** All digests have equal length, as the comparison requires. */
function digest(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

function questionOf({ name, baseUrl }: StoredAccount, { writes, recipients }: Widening): Question {
  const account = `“${name.replace(/\s+/g, ' ')}”`
  const lines = [
    ...(writes ? [`Mailroom will be able to send mail and make changes at ${baseUrl}.`] : []),
    ...(recipients === 'everybody' ? ['Mailroom will be able to send to anyone.'] : []),
    ...(recipients !== 'everybody' && recipients.length > 0
      ? [`Mailroom will also be able to send to ${listOf(recipients)}.`]
      : []),
    'Allow this only if you have just requested it.',
  ]
  return {
    message: writes ? `Turn off read-only for ${account}?` : `Let ${account} send to more recipients?`,
    detail: lines.join('\n'),
    confirmLabel: writes ? 'Turn off read-only' : 'Allow',
  }
}

function listOf(recipients: readonly string[]): string {
  const more = recipients.length - mostShown
  return [...recipients.slice(0, mostShown), ...(more > 0 ? [`${more} more`] : [])].join(', ')
}
