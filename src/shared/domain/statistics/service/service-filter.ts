import type { Query } from '../../query/ast.ts'
import { and, or } from '../../query/ast.ts'
import { parse } from '../../query/parse.ts'
import { print } from '../../query/print.ts'
import { isMailAddress } from '../../../text/mail-address.ts'

type FilterName = 'froms' | 'apiKeys' | 'tags'

/** The part of a search that the service can count. */
export type ServiceFilter = {
  readonly values: Readonly<Record<FilterName, readonly string[]>>
  /** Conditions for which the service has no filter, in query notation. */
  readonly others: readonly string[]
  /** The search without those conditions. */
  readonly text: string
  /**
   * Whether the service requires complete values where the archive also finds words that begin with them, so that the
   * service finds less.
   */
  readonly isNarrower: boolean
}

/**
 * The service filters by senders, keys and tags. For each of them, it accepts a list and counts the messages with any of the
 * list’s values.
 */
export function serviceFilterOf(text: string): ServiceFilter {
  const values: Record<FilterName, readonly string[]> = { froms: [], apiKeys: [], tags: [] }
  const kept: Query[] = []
  const others: string[] = []
  let isNarrower = false
  for (const part of partsOf(text)) {
    const condition = conditionOf(part)
    // A second list of tags can’t be applied: a message must match both lists, which the service doesn’t support.
    const isApplied = condition !== null && values[condition.name].length === 0
    if (isApplied) {
      values[condition.name] = condition.values
      isNarrower ||= condition.isNarrower
    }
    if (isApplied || part.kind === 'date' || part.kind === 'last') kept.push(part)
    else others.push(print(part))
  }
  return { values, others, text: print(and(kept)), isNarrower }
}

type Condition = { readonly name: FilterName; readonly values: readonly string[]; readonly isNarrower: boolean }

/** Null if the service has no such filter. */
function conditionOf(query: Query): Condition | null {
  if (query.kind === 'or') {
    const parts = query.parts.map(conditionOf)
    const [first] = parts
    if (!first || !parts.every((part) => part?.name === first.name)) return null
    const known = parts as Condition[]
    return {
      name: first.name,
      values: [...new Set(known.flatMap(({ values }) => values))],
      isNarrower: known.some(({ isNarrower }) => isNarrower),
    }
  }
  if (query.kind === 'value' && query.field === 'key') {
    return { name: 'apiKeys', values: [query.value], isNarrower: false }
  }
  if (query.kind !== 'text' || query.text === '') return null
  const isNarrower = query.mode !== 'whole'
  if (query.field === 'tag') return { name: 'tags', values: [query.text], isNarrower }
  // The service needs a whole address, so a word isn’t enough.
  if (query.field !== 'from' || (isNarrower && !isMailAddress(query.text))) return null
  // Without quotes, the archive also finds addresses that begin with the text.
  return { name: 'froms', values: [query.text], isNarrower: query.mode === 'prefix' }
}

/** Returns the search with new values for one of the service’s filters. */
export function withServiceValues(text: string, name: FilterName, values: readonly string[]): string {
  const kept = partsOf(text).filter((part) => conditionOf(part)?.name !== name)
  return print(and([...kept, ...(values.length > 0 ? [or(values.map((value) => termOf(name, value)))] : [])]))
}

function partsOf(text: string): readonly Query[] {
  const { query } = parse(text)
  return query.kind === 'and' ? query.parts : query.kind === 'all' ? [] : [query]
}

function termOf(name: FilterName, value: string): Query {
  if (name === 'apiKeys') return { kind: 'value', field: 'key', value }
  return { kind: 'text', field: name === 'tags' ? 'tag' : 'from', key: null, text: value, mode: 'whole' }
}
