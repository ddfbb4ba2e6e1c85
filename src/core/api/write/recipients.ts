import { AppError } from '#shared/contract/base/error.ts'
import type { OutgoingMessage } from './send-body.ts'

/** Everyone a send would reach. Some services also send to the addresses in substitutions. */
function allRecipients({ to, cc, bcc, options }: OutgoingMessage): string[] {
  const mailboxes = [...to, ...(cc ?? []), ...(bcc ?? [])].map(({ address }) => address)
  return [...mailboxes, ...(options?.substitutions ?? []).map(({ email }) => email)]
}

/**
 * Checks the allow-list at the lowest level, so that an account that has one sends only to the addresses on it,
 * whatever a screen or a script requests.
 */
export function refuseOthers(message: OutgoingMessage, allowList: readonly string[]): void {
  if (allowList.length === 0) return
  const allowed = new Set(allowList.map((entry) => entry.trim().toLowerCase()))
  const refused = [...new Set(allRecipients(message).filter((address) => !isAllowed(address, allowed)))]
  if (refused.length === 0) return
  const shown = refused.slice(0, 3).join(', ')
  const more = refused.length > 3 ? ` and ${refused.length - 3} more` : ''
  throw new AppError(
    'recipient-not-allowed',
    `This account is not allowed to send to ${shown}${more}. Nothing was sent. Choose other recipients, or change the account’s allow-list.`,
    {
      details: { operation: 'messages.send', refused: refused.slice(0, 100) },
    },
  )
}

/**
 * The domain is the part after the last @. An address that contains a list or a display name is never allowed by its
 * domain.
 */
function isAllowed(address: string, allowed: ReadonlySet<string>): boolean {
  const plain = address.trim().toLowerCase()
  if (/[\s,;<>"()]/.test(plain)) return false
  const at = plain.lastIndexOf('@')
  return at > 0 && (allowed.has(plain) || allowed.has(plain.slice(at)))
}
