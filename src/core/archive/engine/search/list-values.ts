import type { ListedField, ListedValue, ValuesRequest } from '#shared/domain/messages/search.ts'
import { fold } from '#shared/domain/query/fold.ts'
import type { Database } from '../file/database.ts'
import { valueLists, valueTerm } from '../index/terms.ts'
import { valueKinds, type ValueKind } from '../store/values.ts'
import { BlockReader } from './block-reader.ts'
import type { BlockSource } from './part-cache.ts'

const counted: Partial<Record<ListedField, ValueKind>> = {
  from: valueKinds.from,
  tag: valueKinds.tag,
  key: valueKinds.key,
  state: valueKinds.state,
  domain: valueKinds.domain,
  metaKeys: valueKinds.metaKey,
}
/** Values too numerous to count are searched only in this many of the newest blocks. */
const blocksSearched = 8

/** Values with this prefix, for completion. */
export function listValues(
  { database, blocks, cache }: BlockSource,
  { field, key = null, prefix, limit = 20 }: ValuesRequest,
): ListedValue[] {
  const wanted = fold(prefix)
  const kind = counted[field]
  if (kind !== undefined) return listCounted(database, kind, wanted, limit)
  const start = field === 'to' ? valueTerm(valueLists.toWhole, wanted) : metaStart(key ?? '', wanted)
  const cut = field === 'to' ? valueTerm(valueLists.toWhole, '').length : metaStart(key ?? '', '').length
  const found = new Set<string>()
  for (const block of blocks.slice(-blocksSearched).reverse()) {
    for (const term of new BlockReader(database, block, cache).terms(start)) {
      found.add(term.slice(cut))
      if (found.size >= limit) return asListed(found)
    }
  }
  return asListed(found)
}

function metaStart(key: string, value: string): string {
  return valueTerm(valueLists.metaWhole, `${fold(key)}=${value}`)
}

function asListed(values: ReadonlySet<string>): ListedValue[] {
  return [...values].map((value) => ({ value, messages: null }))
}

function listCounted(database: Database, kind: ValueKind, wanted: string, limit: number): ListedValue[] {
  const listed: ListedValue[] = []
  const sql = 'SELECT name, messages FROM value WHERE kind = ? AND messages > 0 ORDER BY messages DESC'
  for (const { name, messages } of database.iterate(sql, kind)) {
    if (name === '' || !fold(String(name)).startsWith(wanted)) continue
    listed.push({ value: String(name), messages: Number(messages) })
    if (listed.length === limit) break
  }
  return listed
}
