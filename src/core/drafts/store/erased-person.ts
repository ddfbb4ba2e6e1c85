import type { DraftContent, Mailbox } from '#shared/contract/base/draft.ts'
import { namesPerson } from '#shared/domain/recipients/names-person.ts'

/** An address belongs to one person, regardless of upper or lower case. */
export function isPerson({ address }: Pick<Mailbox, 'address'>, email: string): boolean {
  return folded(address) === folded(email)
}

/**
 * The same content without a person and without anything that only they would receive. Null if it contains nothing about
 * them.
 */
export function contentWithout(
  content: DraftContent,
  email: string,
  isTheirs: (part: DraftContent['parts'][number]) => boolean,
): Partial<DraftContent> | null {
  const isOther = (mailbox: Mailbox) => !isPerson(mailbox, email)
  const isNaming = namesPerson(email)
  const kept = {
    cc: content.cc.filter(isOther),
    bcc: content.bcc.filter(isOther),
    parts: content.parts.filter((part) => !isTheirs(part)),
    // A dismissed check may name the people that it concerns.
    dismissed: content.dismissed?.filter((sentence) => !isNaming(sentence)),
  }
  const names = ['cc', 'bcc', 'parts', 'dismissed'] as const
  return names.some((name) => kept[name]?.length !== content[name]?.length) ? kept : null
}

function folded(address: string): string {
  return address.trim().toLowerCase()
}
