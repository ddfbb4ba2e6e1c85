import { isMailAddress } from '#shared/text/mail-address.ts'
import type { Original } from './original.ts'

type MailTarget = { address: string; subject: string; body: string }

/**
 * Returns the target for unsubscribing by mail, which is in the `List-Unsubscribe` line or in the message’s own
 * unsubscribe link. Undefined if neither has one.
 */
export function unsubscribeLink({ header, unsubscribeTo }: Original): MailTarget | undefined {
  const listed = (header('list-unsubscribe') ?? '').match(/<[^<>]+>/g) ?? []
  const links = [...listed.map((entry) => entry.slice(1, -1).trim()), unsubscribeTo ?? '']
  return links.map(readMailLink).find((link) => link !== undefined)
}

/**
 * In a mailto link (RFC 6068), everything is percent-encoded, and a plus sign is a literal plus. Headers other than
 * the subject are ignored.
 */
function readMailLink(link: string): MailTarget | undefined {
  const [, to = '', query = ''] = /^mailto:([^?]*)(?:\?(.*))?$/i.exec(link) ?? []
  const address = decoded(to).split(',')[0]!.trim()
  if (!isMailAddress(address)) return undefined
  const fields = query.split('&').map((field) => field.split('='))
  const valueOf = (name: string): string | undefined => {
    const found = fields.find(([key = '']) => decoded(key).toLowerCase() === name)
    return found && decoded(found.slice(1).join('='))
  }
  const subject = (valueOf('subject') ?? 'unsubscribe').replace(/[\r\n\0]+/g, ' ')
  return { address, subject, body: valueOf('body') ?? 'unsubscribe' }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
