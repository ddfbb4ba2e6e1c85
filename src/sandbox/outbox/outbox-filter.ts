import { shown } from '../readers/fields.ts'
import type { MessageRecord, MessageState } from '../store/index.ts'

export type OutboxFilter = {
  /** A complete address, `@domain`, or part of an address. Case is ignored, as it is for `subject`. */
  to?: string | undefined
  /** Part of the subject. */
  subject?: string | undefined
  tag?: string | undefined
  /** Only messages with a one-time code. */
  code?: boolean | undefined
  state?: MessageState | undefined
  /** A message id; only newer messages match. */
  after?: string | undefined
}

export const filterNames = ['to', 'subject', 'tag', 'code', 'state', 'after'] as const satisfies (keyof OutboxFilter)[]

/**
 * Returns a sentence that rejects the first unknown name, or undefined if all names are known. If a mistyped filter
 * were ignored, it would match every message, and the test that uses it would pass.
 */
export function unknownName(kind: string, names: Iterable<string>, known: readonly string[]): string | undefined {
  const [unknown] = [...names].filter((name) => !known.includes(name))
  if (unknown === undefined) return undefined
  return `There is no ${kind} ${shown(unknown)}. Use ${known.slice(0, -1).join(', ')} or ${known.at(-1)!}.`
}

type Judged = Pick<MessageRecord, 'id' | 'email' | 'subject' | 'tags' | 'lastState'>

/**
 * Returns why a message does not match the filter, apart from its `code`, or undefined if it matches. The state is
 * checked last, because nothing else can change later.
 */
export function mismatch(
  message: Judged,
  filter: OutboxFilter,
): { by: keyof OutboxFilter; sentence: string } | undefined {
  const { to, subject, tag, state, after } = filter
  // Ids are ordered by time.
  if (after !== undefined && message.id <= after) return { by: 'after', sentence: 'isn’t newer' }
  if (to !== undefined && !isAddressed(message.email, to)) return { by: 'to', sentence: 'has another recipient' }
  if (subject !== undefined && !lowered(message.subject).includes(lowered(subject))) {
    return { by: 'subject', sentence: 'has another subject' }
  }
  if (tag !== undefined && !message.tags.includes(tag)) return { by: 'tag', sentence: 'doesn’t have the tag' }
  if (state !== undefined && message.lastState !== state) {
    return { by: 'state', sentence: `is ${message.lastState}` }
  }
  return undefined
}

function isAddressed(email: string, to: string): boolean {
  const [address, asked] = [lowered(email), lowered(to)]
  const at = asked.indexOf('@')
  if (at === 0) return address.endsWith(asked)
  return at > 0 && at < asked.length - 1 ? address === asked : address.includes(asked)
}

/**
 * Describes the filter for a sentence, such as `to "ada@shop.example" and a one-time code`. Empty if everything
 * matches.
 */
export function described({ to, subject, tag, code, state, after }: OutboxFilter): string {
  const parts: string[] = []
  if (to !== undefined) parts.push(`to ${shown(to)}`)
  if (subject !== undefined) parts.push(`subject ${shown(subject)}`)
  if (tag !== undefined) parts.push(`tag ${shown(tag)}`)
  if (code) parts.push('a one-time code')
  if (state !== undefined) parts.push(`state ${state}`)
  if (after !== undefined) parts.push(`newer than ${after}`)
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)!}`
}

/**
 * Returns words that every matching message contains, for a search in the store. The store splits words at blanks and
 * ignores the case of ASCII letters only.
 */
export function searchWords({ to, subject, tag }: OutboxFilter): string {
  const words = [to, subject, tag].flatMap((text) => text?.split(/\s+/) ?? [])
  return words.filter((word) => /^[\x21-\x7e]+$/.test(word) && !/["\\]/.test(word)).join(' ')
}

function lowered(text: string): string {
  return text.toLowerCase()
}
