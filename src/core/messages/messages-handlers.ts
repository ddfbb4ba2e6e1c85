import { AppError } from '#shared/contract/base/error.ts'
import { messageEvents } from '#shared/domain/messages/message-events.ts'
import type { StoredMessage } from '#shared/domain/messages/record.ts'
import type { SearchRequest, Sort } from '#shared/domain/messages/search.ts'
import { parse } from '#shared/domain/query/parse.ts'
import type { Accounts } from '../accounts/index.ts'
import { sendIdKey } from '../api/read/send-id.ts'
import type { Archives, ReadingPort } from '../archive/index.ts'
import type { HandlersOf } from '../base/handlers.ts'
import { askAgain } from './ask-again.ts'
import { copyRows } from './copy-rows.ts'
import { knownZone } from './known-zone.ts'

const mostValues = 20

type ReadingNeeds = {
  readonly archives: { of(accountId: string): Promise<ReadingPort> }
  readonly accounts: Pick<Accounts, 'clockOf'>
}
type Needs = { readonly archives: Archives; readonly accounts: Accounts }
type SearchInput = { accountId: string; text: string; zone: string; sort?: Sort | undefined }

type SearchHandlers = Omit<HandlersOf<'messages'>, 'messages.refresh'>

export function messagesHandlers({ archives, accounts }: Needs): HandlersOf<'messages'> {
  return {
    ...searchHandlers({ archives, accounts }),
    'messages.refresh': async ({ accountId, row }, { signal }) => {
      const archive = await archives.of(accountId)
      const { row: _row, complete: _complete, ...known } = await messageAt(archive, row)
      await archive.import(await askAgain(accounts.client(accountId).statistics, known, signal))
      return wholeMessage(archive, row)
    },
  }
}

/** The commands that only read the archive. */
export function searchHandlers({ archives, accounts }: ReadingNeeds): SearchHandlers {
  /** The page shows errors of a query where it is typed. Here the part that can be read is searched. */
  const searchOf = ({ accountId, text, zone, sort }: SearchInput): SearchRequest => ({
    query: parse(text).query,
    context: { now: accounts.clockOf(accountId).now(), zone: knownZone(zone) },
    ...(sort && { sort }),
  })

  return {
    'messages.search': async ({ offset, limit, ...input }, cancel) =>
      (await archives.of(input.accountId)).search({ ...searchOf(input), offset, limit }, cancel),
    'messages.places': async ({ rows, ...input }, cancel) =>
      (await archives.of(input.accountId)).places({ ...searchOf(input), rows }, cancel),
    'messages.count': async (input, cancel) => (await archives.of(input.accountId)).count(searchOf(input), cancel),
    'messages.histogram': async (input, cancel) =>
      (await archives.of(input.accountId)).histogram(searchOf(input), cancel),
    'messages.values': async ({ accountId, field, key, prefix }) =>
      (await archives.of(accountId)).values({ field, key, prefix, limit: mostValues }),
    'messages.get': async ({ accountId, row }) => wholeMessage(await archives.of(accountId), row),
    'messages.copy': async ({ ranges, ...input }, { signal }) =>
      copyRows(await archives.of(input.accountId), searchOf(input), { ranges, signal }),
  }
}

async function messageAt(archive: ReadingPort, row: number): Promise<StoredMessage> {
  const found = await archive.messageAt(row)
  if (!found) throw new AppError('not-found', 'This message is no longer in the archive.')
  return found
}

/** A message with its events and, if Mailroom sent it, its content. */
async function wholeMessage(archive: ReadingPort, row: number) {
  const message = await messageAt(archive, row)
  const sendId = message.meta?.[sendIdKey]
  const sent = typeof sendId === 'string' ? await archive.sent(sendId, message.email) : null
  return { message, events: messageEvents(message), sent }
}
