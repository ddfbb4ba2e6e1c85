import { textFields } from '../../contract/base/search-limits.ts'

export { textFields }
export type TextField = (typeof textFields)[number]

/** Fields with a single value. */
export const valueFields = ['id', 'key', 'state', 'domain'] as const
export type ValueField = (typeof valueFields)[number]

export const flagFields = ['opened', 'clicked'] as const
export type FlagField = (typeof flagFields)[number]

export const numberFields = ['opens', 'clicks', 'size'] as const
export type NumberField = (typeof numberFields)[number]

export const dateFields = ['after', 'before', 'on'] as const
export type DateField = (typeof dateFields)[number]

export const comparisons = ['=', '>', '>=', '<', '<='] as const
export type Comparison = (typeof comparisons)[number]

export const lastUnits = ['m', 'h', 'd', 'w', 'mo', 'y'] as const
export type LastUnit = (typeof lastUnits)[number]

/**
 * `prefix` is for text written without quotes: the words follow each other in a single field, and the last one may be
 * the start of a longer word. `words` is for text in quotes: the same, but each word is complete. `whole`: the field is
 * exactly this text. `part`: an address contains this text anywhere.
 */
export const textModes = ['words', 'prefix', 'whole', 'part'] as const
export type TextMode = (typeof textModes)[number]

export type TextQuery = {
  kind: 'text'
  /** Null searches all text fields and the metadata. */
  field: TextField | 'meta' | null
  /** The metadata key; null for every other field. */
  key: string | null
  text: string
  mode: TextMode
}
/** `whole` means that a domain is meant without its subdomains. */
export type ValueQuery = { kind: 'value'; field: ValueField; value: string; whole?: true }
export type FlagQuery = { kind: 'flag'; field: FlagField; value: boolean }
/** Sizes are in bytes. */
export type NumberQuery = { kind: 'number'; field: NumberField; comparison: Comparison; value: number }
/** `date` is the original text: a year, a month, a day, a minute, `today` or `yesterday`, in the reader’s zone. */
export type DateQuery = { kind: 'date'; field: DateField; date: string }
export type LastQuery = { kind: 'last'; amount: number; unit: LastUnit }
/** The metadata key exists, with any value. */
export type HasQuery = { kind: 'has'; key: string }

export type Term = TextQuery | ValueQuery | FlagQuery | NumberQuery | DateQuery | LastQuery | HasQuery
export type Query =
  | { kind: 'all' }
  | { kind: 'and'; parts: Query[] }
  | { kind: 'or'; parts: Query[] }
  | { kind: 'not'; part: Query }
  | Term

export const everything: Query = { kind: 'all' }

/** Joins queries in the form that the parser returns: flat, with at least two parts. */
export function and(parts: readonly Query[]): Query {
  return join('and', parts)
}

export function or(parts: readonly Query[]): Query {
  return join('or', parts)
}

export function not(part: Query): Query {
  return part.kind === 'not' ? part.part : { kind: 'not', part }
}

function join(kind: 'and' | 'or', parts: readonly Query[]): Query {
  const flat: Query[] = []
  // With flatMap, nested groups took twice as long to parse, because each joins the parts of everything inside it.
  for (const part of parts) {
    if (part.kind === kind) for (const inner of part.parts) flat.push(inner)
    else flat.push(part)
  }
  if (flat.length === 0) return everything
  return flat.length === 1 ? flat[0]! : { kind, parts: flat }
}
