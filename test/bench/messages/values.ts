import type { ListedField } from '#shared/contract/messages.ts'
import { parse } from '#shared/domain/query/parse.ts'
import type { Archive } from '#core/archive/engine/archive.ts'
import { figure, type Print } from '../support/figure.ts'
import { percentile, timed } from './search.ts'

const context = { now: Date.UTC(2026, 0, 1), zone: 'UTC' }
const budget = 300
const menu: readonly ListedField[] = ['state', 'tag', 'from', 'key']

/**
 * The queries of the filter menu when it first opens, and those of the menu and the completion for searches with many
 * and with few matches.
 */
export async function benchValues(print: Print, archive: Archive): Promise<void> {
  const ask = (field: ListedField, text: string, prefix = '') =>
    archive.values({ field, key: 'locale', prefix, search: { query: parse(text).query, context } })
  const first = await timed(async () => void (await Promise.all(menu.map((field) => ask(field, 'opened:no')))))
  const times: number[] = []
  for (const text of ['invoice', 'state:rejected', '-state:complaint', 'invoice opened:yes', 'garden clicked:yes'])
    for (const field of [...menu, 'domain', 'metaKeys', 'meta'] as const)
      times.push(await timed(async () => void (await ask(field, text))))
  const line = { unit: 'ms', peer: budget, peerName: 'budget' } as const
  print(figure({ bench: 'messages.values-first', ours: first, n: menu.length, ...line }))
  print(figure({ bench: 'messages.values-p50', ours: percentile(times, 0.5), n: times.length, ...line }))
  print(figure({ bench: 'messages.values-worst', ours: percentile(times, 1), n: times.length, ...line }))
}
