import { parse } from '#shared/domain/query/parse.ts'

export type Chip = { readonly text: string; readonly from: number; readonly to: number }

/** The terms of a query that name a field: what can be taken away with a click. */
export function chipsOf(text: string): Chip[] {
  return parse(text)
    .marks.filter((mark) => mark.field !== null)
    .map(({ from, to }) => {
      const start = text[from - 1] === '-' ? from - 1 : from
      return { text: text.slice(start, to), from: start, to }
    })
}

export function withoutChip(text: string, { from, to }: Chip): string {
  return `${text.slice(0, from)} ${text.slice(to)}`.replace(/\s+/g, ' ').trim()
}

/** Sets a field to a value, or takes it away; what else is in the query stays. */
export function withTerm(text: string, field: string, term: string | null): string {
  let rest = text
  for (const chip of chipsOf(text).filter((found) => found.text.startsWith(`${field}:`))) {
    const again = chipsOf(rest).find((found) => found.text === chip.text)
    if (again) rest = withoutChip(rest, again)
  }
  return [rest, term].filter(Boolean).join(' ')
}

export function valueOf(text: string, field: string): string | null {
  const chip = chipsOf(text).find((found) => found.text.startsWith(`${field}:`))
  return chip ? chip.text.slice(field.length + 1) : null
}
