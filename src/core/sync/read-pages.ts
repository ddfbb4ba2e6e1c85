import type { Period } from '#shared/domain/archive/horizon.ts'
import type { Message } from '#shared/domain/messages/record.ts'
import { missing } from './refusals.ts'
import type { Source } from './source.ts'

type Reading = {
  readonly source: Pick<Source, 'page'>
  readonly pageSize: number
  readonly signal: AbortSignal
  /** Called before each page after the first. */
  readonly turn: () => Promise<void>
}

/** Pages may shift while they are read, so a period counts as read only once every announced message has been seen. */
export async function readPages(
  period: Period,
  { source, pageSize, signal, turn }: Reading,
): Promise<{ messages: Message[]; problems: number }> {
  const seen = new Map<string, Message>()
  let problems = 0
  let total: number | null = null
  for (let page = 1; ; page++) {
    if (page > 1) await turn()
    const found = await source.page(period, page, pageSize, signal)
    const before = seen.size
    for (const message of found.messages) seen.set(`${message.id}\0${message.email}`, message)
    total = found.total ?? total
    const isRepeated = found.messages.length > 0 && seen.size === before
    if (!isRepeated) problems += found.problems
    if (isRepeated || found.messages.length + found.problems === 0) break
    // Without a total, a service that repeats a page of unreadable records would be asked forever.
    if (total === null && found.messages.length === 0) break
    if (seen.size + problems >= (total ?? Infinity)) break
  }
  if (total !== null && seen.size + problems < total) throw missing(total, seen.size + problems)
  return { messages: [...seen.values()], problems }
}
