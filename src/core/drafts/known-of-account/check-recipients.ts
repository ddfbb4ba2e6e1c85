import type { CommandOutput } from '#shared/contract/table.ts'
import type { StoredMessage } from '#shared/domain/messages/record.ts'
import { mostKnownRecipients } from '#shared/contract/base/draft-limits.ts'
import { or, type Query } from '#shared/domain/query/ast.ts'
import type { ReadingContext } from '#shared/domain/query/period.ts'
import { recipientQuery } from '#shared/domain/recipients/recipient-query.ts'
import type { ArchivePort } from '../../archive/index.ts'

type Blocked = CommandOutput<'drafts.checkRecipients'>['blocked']

const blockedStates: Readonly<Record<string, string>> = {
  hardbounced: 'The last message hard-bounced.',
  complaint: 'The recipient complained about the last message.',
  unsubscribed: 'The recipient has unsubscribed.',
  rejected: 'The service rejected the last message.',
}

/**
 * Which of these recipients are blocked according to the archive. The archive is read once for all of them, because
 * searching for each of a hundred thousand addresses would take minutes.
 */
export async function checkRecipients(
  archive: ArchivePort,
  addresses: readonly string[],
  { now, signal }: { now: number; signal: AbortSignal },
): Promise<Blocked> {
  const wanted = byFolded(addresses)
  const reading = { wanted, context: { now, zone: 'UTC' }, signal }
  const blocked: Blocked = []
  for await (const { address, message } of blockedAmong(archive, reading)) {
    const reason = blockedStates[message.lastState] ?? ''
    blocked.push({
      address,
      reason: message.reason ? `${reason} ${message.reason}` : reason,
      at: message.createdDate,
      row: message.row,
    })
  }
  return blocked
}

/** Maps lower-case addresses to the original addresses. */
export function byFolded(addresses: readonly string[]): Map<string, string> {
  const wanted = new Map(addresses.map((address) => [address.trim().toLowerCase(), address.trim()]))
  wanted.delete('')
  return wanted
}

/** Recipients who would not receive the message, according to their last record. */
export async function* blockedAmong(archive: ArchivePort, reading: Reading) {
  for (const [key, message] of await newestOfEach(archive, blockedQuery, reading)) {
    const address = reading.wanted.get(key)!
    if (await isNewest(archive, address, message, reading)) yield { address, message }
  }
}

type Reading = {
  readonly wanted: ReadonlyMap<string, string>
  readonly context: ReadingContext
  readonly signal: AbortSignal
  /** The maximum number of recipients to find. */
  readonly most?: number
}

const blockedQuery = or(Object.keys(blockedStates).map((value) => ({ kind: 'value', field: 'state', value })))

/** Each wanted address’s newest match, by lower-case address. */
async function newestOfEach(
  archive: ArchivePort,
  query: Query,
  { wanted, context, signal, most = mostKnownRecipients }: Reading,
): Promise<Map<string, StoredMessage>> {
  const found = new Map<string, StoredMessage>()
  if (wanted.size === 0) return found
  for await (const batch of archive.stream({ query, context }, { signal })) {
    for (const message of batch) {
      const key = message.email.toLowerCase()
      if (wanted.has(key) && !found.has(key)) found.set(key, message)
    }
    if (found.size >= most) break
  }
  return found
}

/** Whether this is the recipient’s latest message: a recipient who received a later one is no longer blocked. */
async function isNewest(
  archive: ArchivePort,
  address: string,
  { row }: StoredMessage,
  { context, signal }: Reading,
): Promise<boolean> {
  const { rows } = await archive.search({ query: recipientQuery(address), context, limit: 1 }, { signal })
  return rows[0] === undefined || rows[0].row <= row
}
