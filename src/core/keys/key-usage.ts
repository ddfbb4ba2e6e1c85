import { createHash } from 'node:crypto'
import type { KeyUsage, Rotation } from '#shared/contract/keys.ts'
import type { CommandOutput } from '#shared/contract/table.ts'
import { and, or, type Query } from '#shared/domain/query/ast.ts'
import type { ReadingContext } from '#shared/domain/query/period.ts'
import type { ArchivePort } from '../archive/index.ts'

/** A key with every form in which a record may name it. Secret forms are kept only as digests. */
export type NamedKey = { readonly id: string; readonly digests: readonly string[] }

type Reading = Pick<ArchivePort, 'values' | 'search' | 'count' | 'horizon'>

type Scope = { readonly context: ReadingContext; readonly signal: AbortSignal }

/** The maximum number of values counted, most frequent first: more keys than an account has. */
const mostValues = 500
const unused: KeyUsage = { lastUse: null, messages: 0, searchAs: null }
const recent: Query = { kind: 'last', amount: 30, unit: 'd' }

export function namedKey({ id, hash, key }: { id: string; hash: string; key: string }): NamedKey {
  return { id, digests: [id, hash, key].filter(Boolean).map(digest) }
}

/** When each key was last used and how many messages it sent, as far back as the archive reaches. */
export async function keyUsage(
  archive: Reading,
  { keys, rotations }: { keys: readonly NamedKey[]; rotations: readonly Rotation[] },
  { context, signal }: Scope,
): Promise<CommandOutput<'keys.usage'>> {
  const cancel = { signal }
  const listed = await archive.values({ field: 'key', prefix: '', limit: mostValues })
  const byDigest = new Map(listed.map(({ value }) => [digest(value), value]))
  const queries = new Map<string, Query>()
  const usage: Record<string, KeyUsage> = {}
  for (const { id, digests } of keys) {
    const values = digests.map((one) => byDigest.get(one)).filter((value) => value !== undefined)
    usage[id] = unused
    if (values.length === 0) continue
    const query = or(values.map((value) => ({ kind: 'value', field: 'key', value })))
    queries.set(id, query)
    const newest = await archive.search({ query, context, offset: 0, limit: 1 }, cancel)
    const { value: messages } = await archive.count({ query: and([query, recent]), context }, cancel)
    usage[id] = {
      lastUse: newest.rows[0]?.createdDate ?? null,
      messages,
      searchAs: values.includes(id) ? id : null,
    }
  }
  const since = async (id: string, startedAt: number): Promise<number> => {
    const query = queries.get(id)
    if (!query) return 0
    const date = new Date(startedAt).toISOString().slice(0, 16)
    const scope = { query: and([query, { kind: 'date', field: 'after', date }]), context: { ...context, zone: 'UTC' } }
    return (await archive.count(scope, cancel)).value
  }
  const counted: Record<string, { old: number; new: number }> = {}
  for (const { id, oldId, newId, startedAt } of rotations) {
    counted[id] = { old: await since(oldId, startedAt), new: await since(newId, startedAt) }
  }
  return { usage, rotations: counted, horizon: await archive.horizon() }
}

function digest(key: string): string {
  return createHash('sha256').update(key).digest('base64')
}
