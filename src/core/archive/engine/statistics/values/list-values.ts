import type { ListedField, ListedValue, ValuesRequest } from '#shared/domain/messages/search.ts'
import { fold } from '#shared/domain/query/fold.ts'
import { isListed, listedKinds, listedTexts, mostListed } from '../../../common/listed-values.ts'
import type { Database } from '../../file/database.ts'
import { valueLists, valueTerm } from '../../index/terms.ts'
import type { BlockReader } from '../../search/block-reader.ts'
import type { Deadline } from '../../search/deadline.ts'
import type { Result } from '../../search/result.ts'
import type { Block } from '../../store/block.ts'
import type { ValueKind } from '../../../common/value-kinds.ts'
import { groupSources } from '../group-sources.ts'
import type { StatisticsParts } from '../statistics-parts.ts'
import { isTermOf, readWritten } from '../written-values.ts'
import { GroupTally, StateTally, TermTally } from './tallies.ts'
import { ValueCounts, type CountedValue, type Tally } from './value-counts.ts'

/**
 * How many fields’ counts are kept per result: enough for the fields in the filter menu and the field in which the user
 * is typing.
 */
const mostCountsPerResult = 6

/** The counts of one search, by field. */
export type KnownCounts = Map<string, ValueCounts>

type Given = {
  readonly result: Result
  readonly known: KnownCounts
  readonly parts: StatisticsParts
  readonly states: ReadonlyMap<number, string>
  readonly database: Database
}

/** Values in the entire archive, for fields whose values the archive itself lists. Null for other fields. */
export function listKnownValues(
  database: Database,
  { field, prefix, limit = mostListed }: ValuesRequest,
): ListedValue[] | null {
  if (!isListed(field)) return null
  const kind: ValueKind = listedKinds[field]
  const wanted = fold(prefix)
  const listed: ListedValue[] = []
  const sql = 'SELECT name, messages FROM value WHERE kind = ? AND messages > 0 ORDER BY messages DESC'
  for (const { name, messages } of database.iterate(sql, kind)) {
    if (name === '' || !fold(String(name)).startsWith(wanted)) continue
    listed.push({ value: String(name), messages: Number(messages) })
    if (listed.length === limit) break
  }
  return listed
}

/**
 * Values in a search’s matches, with the number of matches for each value unless there are too many values to count.
 * Null if the deadline passes, in which case the call must be repeated.
 */
export function listValues(given: Given, request: ValuesRequest, deadline: Deadline): ListedValue[] | null {
  const { field, limit = mostListed } = request
  const wanted = fold(request.prefix)
  const counts = countsOf(given, request, wanted)
  const values = counts.values(deadline)
  if (values === null) return null
  const found: CountedValue[] = []
  for (const value of values) {
    if (found.length === limit) break
    // A value with a `ref` comes from a tally of terms that all start with the prefix, so it isn’t compared again.
    if (value.name !== '' && (value.ref || fold(value.name).startsWith(wanted))) found.push(value)
  }
  const spell = speller(given, request)
  return field === 'state'
    ? found.map(({ name, messages }) => ({ value: name, messages }))
    : found.map((value) => ({ value: spell(value), messages: value.messages }))
}

function countsOf(given: Given, { field, key = null }: ValuesRequest, wanted: string): ValueCounts {
  const { known, result } = given
  // The counts of a listed field serve every prefix. Another field may have too many values to count, so its counts
  // serve only one prefix.
  const name = JSON.stringify([field, key, isListed(field) ? '' : wanted])
  let counts = known.get(name)
  if (counts?.version !== result.version) counts = new ValueCounts(result, tallyOf(given, field, { key, wanted }))
  known.delete(name)
  known.set(name, counts)
  if (known.size > mostCountsPerResult) known.delete(known.keys().next().value!)
  return counts
}

function tallyOf(
  { parts, states }: Given,
  field: ListedField,
  { key, wanted }: { key: string | null; wanted: string },
): Tally {
  if (field === 'state') return new StateTally(states)
  if (isListed(field)) return new GroupTally(groupSources[field], parts)
  if (field === 'to') return new TermTally(valueTerm(valueLists.toWhole, ''), wanted)
  return new TermTally(valueTerm(valueLists.metaWhole, `${fold(key ?? '')}=`), wanted)
}

/**
 * Returns a function that finds how the messages spell a value, since the index stores values in lower case and without
 * accents.
 */
function speller({ database, result }: Given, { field, key = null }: ValuesRequest): (value: CountedValue) => string {
  const written = readWritten(database)
  const readers = new Map<Block, BlockReader>()
  const head = field === 'meta' ? `${fold(key ?? '')}=` : ''
  return ({ name, ref }) => {
    if (ref === null) return isListed(field) && field !== 'state' ? written(field, name) : name
    const { block, at } = ref
    const reader = readers.get(block) ?? result.reader(block)
    readers.set(block, reader)
    return listedTexts(reader.message(at), field, key).find((text) => isTermOf(text, name, head)) ?? name
  }
}
