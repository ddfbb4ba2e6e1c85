import { AppError } from '#shared/contract/base/error.ts'
import type { MessageRow, StoredMessage } from '#shared/domain/messages/record.ts'
import type { Sort } from '#shared/domain/messages/search.ts'
import { parse } from '#shared/domain/query/parse.ts'
import { tsvLine } from '#shared/domain/text/tsv.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Archive } from '../archive/engine/archive.ts'
import { sendIdKey } from '../api/index.ts'
import type { HandlersOf } from '../base/handlers.ts'
import type { Archives } from '../archive/index.ts'
import { askAgain } from './ask-again.ts'
import { messageEvents } from './message-events.ts'

/** What a clipboard, and the program it is pasted into, still takes well; more is an export. */
const mostCopied = 20_000

type MessageRooms = { readonly archives: Archives; readonly accounts: Accounts }

export function messagesHandlers({ archives, accounts }: MessageRooms): HandlersOf<'messages'> {
  /** Errors of the query are shown where it is typed; what could be read of it is searched. */
  const scopeOf = ({ accountId, text, zone }: { accountId: string; text: string; zone: string }) => ({
    query: parse(text, { typing: true }).query,
    context: { now: accounts.clockOf(accountId).now(), zone: knownZone(zone) },
  })

  return {
    'messages.search': async ({ accountId, text, zone, sort, offset, limit }, { signal }) => {
      const archive = await archives.of(accountId)
      return archive.search({ ...scopeOf({ accountId, text, zone }), ...(sort && { sort }), offset, limit }, { signal })
    },
    'messages.places': async ({ accountId, text, zone, sort, rows }, { signal }) => {
      const archive = await archives.of(accountId)
      return archive.places({ ...scopeOf({ accountId, text, zone }), ...(sort && { sort }), rows }, { signal })
    },
    'messages.count': async (scope, { signal }) =>
      (await archives.of(scope.accountId)).count(scopeOf(scope), { signal }),
    'messages.histogram': async (scope, { signal }) =>
      (await archives.of(scope.accountId)).histogram(scopeOf(scope), { signal }),
    'messages.values': async ({ accountId, field, key, prefix }) =>
      (await archives.of(accountId)).values({ field, key, prefix, limit: 20 }),
    'messages.get': async ({ accountId, row }) => whole(await archives.of(accountId), row),
    'messages.refresh': async ({ accountId, row }, { signal }) => {
      const archive = await archives.of(accountId)
      const { row: _row, complete: _complete, ...known } = await messageAt(archive, row)
      await archive.import(await askAgain(accounts.client(accountId).statistics, known, signal))
      return whole(archive, row)
    },
    'messages.copy': async ({ accountId, text, zone, sort, ranges }, { signal }) => {
      const wanted = ranges.reduce((sum, { first, last }) => sum + Math.max(0, last - first + 1), 0)
      if (wanted > mostCopied) {
        throw new AppError(
          'too-many-rows',
          `At most ${mostCopied.toLocaleString('en')} rows can be copied at once, and ${wanted.toLocaleString('en')} are selected. Select fewer.`,
        )
      }
      const archive = await archives.of(accountId)
      const scope = scopeOf({ accountId, text, zone })
      const lines = [copiedColumns.join('\t')]
      for (const { first, last } of ranges) {
        for (let offset = first; offset <= last; offset += 500) {
          const limit = Math.min(500, last - offset + 1)
          const { rows } = await archive.search({ ...scope, ...sortOf(sort), offset, limit }, { signal })
          for (const row of rows) lines.push(copied(row))
        }
      }
      return { text: lines.join('\n'), rows: lines.length - 1 }
    },
  }
}

const copiedColumns = ['Created', 'State', 'To', 'From', 'Subject', 'Tags', 'Opens', 'Clicks', 'Size', 'Id']

function copied(row: MessageRow): string {
  const cells = [
    new Date(row.createdDate).toISOString(),
    row.lastState,
    row.email,
    row.from,
    row.subject,
    row.tags.join(', '),
    row.open,
    row.click,
    row.size,
    row.id,
  ]
  return tsvLine(cells.map(String))
}

function sortOf(sort: Sort | undefined): { sort?: Sort } {
  return sort ? { sort } : {}
}

async function messageAt(archive: Archive, row: number): Promise<StoredMessage> {
  const found = await archive.messageAt(row)
  if (!found) throw new AppError('not-found', 'That message is not in the archive any more.')
  return found
}

/** A message with what it tells of itself, and what was sent where that was here. */
async function whole(archive: Archive, row: number) {
  const message = await messageAt(archive, row)
  const send = message.meta?.[sendIdKey]
  const sent = typeof send === 'string' ? await archive.sent(send) : null
  return { message, events: messageEvents(message), sent }
}

/** A zone that this system's tables lack must not fail every search. */
export function knownZone(zone: string): string {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return zone
  } catch {
    return 'UTC'
  }
}
