import { AppError } from '#shared/contract/base/error.ts'
import type { OutgoingMessage } from './send-body.ts'

/** Everybody a send would reach: substitutions too, as some services send to the addresses they find there. */
function everybody({ to, cc, bcc, options }: OutgoingMessage): string[] {
  const mailboxes = [...to, ...(cc ?? []), ...(bcc ?? [])].map(({ address }) => address)
  return [...mailboxes, ...(options?.substitutions ?? []).map(({ email }) => email)]
}

/** Below every caller: an account with an allow-list cannot reach anybody else, whatever a screen or script asks. */
export function refuseOthers(message: OutgoingMessage, allowList: readonly string[]): void {
  if (allowList.length === 0) return
  const allowed = new Set(allowList.map((entry) => entry.trim().toLowerCase()))
  const refused = [...new Set(everybody(message).filter((address) => !isAllowed(address, allowed)))]
  if (refused.length === 0) return
  const shown = refused.slice(0, 3).join(', ')
  const more = refused.length > 3 ? ` and ${refused.length - 3} more` : ''
  throw new AppError('recipient-not-allowed', `This account may not write to ${shown}${more}. Nothing was sent.`, {
    details: { operation: 'messages.send', refused: refused.slice(0, 100) },
  })
}

/** What follows the last @ decides. A list or a display form hidden in an address is never taken for its domain. */
function isAllowed(address: string, allowed: ReadonlySet<string>): boolean {
  const plain = address.trim().toLowerCase()
  if (/[\s,;<>"()]/.test(plain)) return false
  const at = plain.lastIndexOf('@')
  return at > 0 && (allowed.has(plain) || allowed.has(plain.slice(at)))
}
