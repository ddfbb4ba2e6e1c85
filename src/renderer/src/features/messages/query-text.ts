import { sortFields, type Sort } from '#shared/domain/message/search.ts'
import { and } from '#shared/domain/query/ast.ts'
import { parse } from '#shared/domain/query/parse.ts'
import { print } from '#shared/domain/query/print.ts'

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

/** What is shown to be taken away: a period has two ends, and half of it would be another question. */
export function shownChips(text: string): Chip[] {
  const shown: Chip[] = []
  for (const chip of chipsOf(text)) {
    const before = shown.at(-1)
    const isPeriod = before && endOfPeriod(before) !== null && endOfPeriod(chip) !== null
    const isOther = before && endOfPeriod(before) !== endOfPeriod(chip)
    if (isPeriod && isOther && text.slice(before.to, chip.from).trim() === '') {
      shown[shown.length - 1] = { text: text.slice(before.from, chip.to), from: before.from, to: chip.to }
    } else shown.push(chip)
  }
  return shown
}

function endOfPeriod({ text }: Chip): string | null {
  return /^(after|before):\S+$/.exec(text)?.[1] ?? null
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

/** What must all be true of a message, each as a query of its own, with what is left without it; none of a single condition. */
export function conditionsOf(text: string): { text: string; others: string }[] {
  const { query } = parse(text)
  if (query.kind !== 'and') return []
  return query.parts.map((part) => ({
    text: print(part),
    others: print(and(query.parts.filter((other) => other !== part))),
  }))
}

/** An order as it stands in the address. */
export function sortText({ field, descending }: Sort): string {
  return `${field}${descending ? '-' : ''}`
}

export function readSort(text: string | null): Sort | null {
  const field = sortFields.find((known) => known === text?.replace(/-$/, ''))
  return field ? { field, descending: text!.endsWith('-') } : null
}
