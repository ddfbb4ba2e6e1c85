import type { NumberFormat } from '#shared/domain/base/plural.ts'
import { visible } from '#shared/text/visible.ts'

/** `preview` is the beginning of a draft’s text. */
type Named = { readonly subject: string; readonly preview?: string }

/** Returns a message’s name for lists and headings: its subject, or else the beginning of its text. */
export function nameOfMessage({ subject, preview = '' }: Named): string {
  return visible(subject.trim()) || visible(preview) || 'No subject'
}

type Addressed = { readonly to: readonly string[]; readonly recipients: number }

/** Text for a column: the first recipient, and the number of others. */
export function firstOf(formats: NumberFormat, { to: [first = ''], recipients }: Addressed): string {
  return recipients > 1 ? `${first} +${formats.number(recipients - 1)}` : first
}

/** Returns the first recipients, and the number of others. */
export function recipientsOf(formats: NumberFormat, { to, recipients }: Addressed): string {
  if (recipients === 0) return 'nobody'
  const more = recipients - to.length
  return `${to.join(', ')}${more > 0 ? ` and ${formats.number(more)} more` : ''}`
}

/** Messages whose name or first recipients contain the typed text. */
export function matching<Item extends Named & { readonly to: readonly string[] }>(
  items: readonly Item[],
  typed: string,
): readonly Item[] {
  const wanted = typed.trim().toLowerCase()
  if (wanted === '') return items
  return items.filter(({ subject, preview = '', to }) =>
    [subject, preview, ...to].some((text) => text.toLowerCase().includes(wanted)),
  )
}
