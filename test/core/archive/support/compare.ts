import { expect } from 'vitest'
import type { Period } from '#shared/domain/archive/horizon.ts'
import type { Message, StoredMessage } from '#shared/domain/messages/record.ts'
import { everything } from '#shared/domain/query/ast.ts'
import type { ArchivePort } from '#core/archive/index.ts'

export const all = { query: everything, context: { now: 0, zone: 'UTC' } }

export async function everyMessage(archive: Pick<ArchivePort, 'stream'>): Promise<StoredMessage[]> {
  const found: StoredMessage[] = []
  for await (const batch of archive.stream(all)) found.push(...batch)
  return found
}

/** Every field that the service reports, in a fixed order. */
function reported(message: Message): unknown {
  const { id, email, from, subject, apiKey, size, createdDate, lastStateDate, lastState, tags, open, click } = message
  const { meta = null, reason = null, openDetails = [], clickDetails = [] } = message
  return {
    id,
    email,
    from,
    subject,
    apiKey,
    size,
    createdDate,
    lastStateDate,
    lastState,
    tags,
    open,
    click,
    meta,
    reason,
    openDetails,
    clickDetails,
  }
}

function identity(message: Message): string {
  return `${message.id}\0${message.email}`
}

export async function expectSame(archive: Pick<ArchivePort, 'stream'>, messages: readonly Message[]): Promise<void> {
  const byIdentity = (a: Message, b: Message): number => (identity(a) < identity(b) ? -1 : 1)
  const found = await everyMessage(archive)
  expect(found.sort(byIdentity).map(reported)).toEqual([...messages].sort(byIdentity).map(reported))
}

/** No message is stored twice, and every period that counts as complete is complete. */
export async function expectTrueHorizon(
  archive: Pick<ArchivePort, 'stream' | 'horizon'>,
  messages: readonly Message[],
): Promise<void> {
  const found = (await everyMessage(archive)).map(identity)
  expect(new Set(found).size).toBe(found.length)
  const { completeFrom, completeUntil, gaps } = await archive.horizon()
  if (completeFrom === null || completeUntil === null) return
  const inside = ({ from, to }: Period, second: number): boolean => second >= from && second <= to
  const promised = messages.filter(({ createdDate }) => {
    const second = Math.floor(createdDate / 1000)
    return inside({ from: completeFrom, to: completeUntil }, second) && !gaps.some((gap) => inside(gap, second))
  })
  const known = new Set(found)
  expect(promised.filter((message) => !known.has(identity(message)))).toEqual([])
}
