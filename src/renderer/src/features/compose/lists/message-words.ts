import type { NumberFormat } from '#shared/domain/base/plural.ts'
import { visible } from '#shared/text/visible.ts'

/** What a message is called in lists and heads: its subject. */
export function nameOf({ subject }: { readonly subject: string }): string {
  return visible(subject.trim()) || 'Without a subject'
}

/** The first recipients, and how many more. */
export function recipientsOf(
  formats: NumberFormat,
  { to, recipients }: { readonly to: readonly string[]; readonly recipients: number },
): string {
  if (recipients === 0) return 'nobody'
  const more = recipients - to.length
  return `${to.join(', ')}${more > 0 ? ` and ${formats.number(more)} more` : ''}`
}

/** Messages whose subject or first recipients contain what was typed. */
export function matching<Item extends { readonly subject: string; readonly to: readonly string[] }>(
  items: readonly Item[],
  typed: string,
): readonly Item[] {
  const wanted = typed.trim().toLowerCase()
  if (wanted === '') return items
  return items.filter(({ subject, to }) => [subject, ...to].some((text) => text.toLowerCase().includes(wanted)))
}
