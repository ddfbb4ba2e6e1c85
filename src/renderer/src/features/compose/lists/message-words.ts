import { visible } from '../../../lib/text/visible.ts'

/** What a message is called in lists and heads: its subject. */
export function nameOf({ subject }: { readonly subject: string }): string {
  return visible(subject.trim()) || 'Without a subject'
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
