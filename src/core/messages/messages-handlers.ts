import { AppError } from '#shared/contract/base/error.ts'
import { messageEvents } from '#shared/domain/messages/message-events.ts'
import type { StoredMessage } from '#shared/domain/messages/record.ts'
import type { SearchRequest, Sort } from '#shared/domain/messages/search.ts'
import { namedAddress, namedAddresses } from '#shared/domain/query/named-addresses.ts'
import { parse } from '#shared/domain/query/parse.ts'
import type { Accounts } from '../accounts/index.ts'
import { sendIdKey } from '#shared/domain/service/send-id.ts'
import type { Archives, ReadingArchives, ReadingPort } from '../archive/index.ts'
import type { HandlersOf } from '../base/handlers.ts'
import type { Bodies } from '../bodies/index.ts'
import { askAgain, lookUpMessage } from './ask-again.ts'
import { copyRows } from './copy-rows.ts'
import { knownZone } from './known-zone.ts'
import { NewestOnly } from './newest-only.ts'
import { noteSearched, searchedPeople } from './searched-people.ts'

const mostValues = 20

type ReadingNeeds = {
  readonly archives: ReadingArchives
  readonly accounts: Pick<Accounts, 'clockOf'>
  readonly bodies: Pick<Bodies, 'sent'>
}
type Needs = { readonly archives: Archives; readonly accounts: Accounts; readonly bodies: Bodies }
type SearchInput = { accountId: string; text: string; zone: string; sort?: Sort | undefined }

type Page = { offset: number; limit: number }
type Cancel = { readonly signal: AbortSignal }

type SearchHandlers = Omit<HandlersOf<'messages'>, 'messages.refresh'>

export function messagesHandlers({ archives, accounts, bodies }: Needs): HandlersOf<'messages'> {
  return {
    ...searchHandlers({ archives, accounts, bodies }),
    'messages.get': async ({ accountId, ...name }, { signal }) => {
      const archive = await archives.of(accountId)
      const known = await find(archive, name)
      if (known) return wholeMessage({ archives, archive, bodies, accountId }, known)
      if (name.id === undefined) throw gone()
      if (name.email && (await archive.isErased(name.email))) throw erased()
      const found = await lookUpMessage(
        accounts.client(accountId).statistics,
        { id: name.id, email: name.email },
        signal,
      )
      if (found) await archive.import([found])
      const added = found && (await find(archive, { id: found.id, email: found.email }))
      // An erased person is not imported again.
      if (found && !added) throw erased()
      if (!added) throw unknown()
      return wholeMessage({ archives, archive, bodies, accountId }, added)
    },
    'messages.refresh': async ({ accountId, row }, { signal }) => {
      const archive = await archives.of(accountId)
      const { row: _row, complete: _complete, ...known } = await messageAt(archive, row)
      await archive.import(await askAgain(accounts.client(accountId).statistics, known, signal))
      return wholeMessage({ archives, archive, bodies, accountId }, await messageAt(archive, row))
    },
  }
}

/** Commands that only read the archive. */
export function searchHandlers({ archives, accounts, bodies }: ReadingNeeds): SearchHandlers {
  /** Searches with the valid part of the query, because the page already shows errors where the query is typed. */
  const searchOf = ({ accountId, text, zone, sort }: SearchInput): SearchRequest => ({
    query: parse(text).query,
    context: { now: accounts.clockOf(accountId).now(), zone: knownZone(zone) },
    ...(sort && { sort }),
  })

  const newest = new NewestOnly()
  async function search({ offset, limit, ...input }: SearchInput & Page, cancel: Cancel) {
    const wanted = searchOf(input)
    const found = await (await archives.of(input.accountId)).search({ ...wanted, offset, limit }, cancel)
    noteSearched(archives, input.accountId, searchedPeople(wanted.query, found.rows))
    return found
  }

  return {
    'messages.search': search,
    'messages.searchSuperseding': ({ asker, ...input }, { signal }) =>
      newest.run(asker, signal, (either) => search(input, { signal: either })),
    'messages.positions': async ({ rows, ...input }, cancel) =>
      (await archives.of(input.accountId)).positions({ ...searchOf(input), rows }, cancel),
    'messages.count': async (input, cancel) => {
      const wanted = searchOf(input)
      const counted = await (await archives.of(input.accountId)).count(wanted, cancel)
      if (counted.value > 0) noteSearched(archives, input.accountId, namedAddresses(wanted.query))
      return counted
    },
    'messages.countSuperseding': ({ asker, ...input }, { signal }) =>
      newest.run(asker, signal, async (either) =>
        (await archives.of(input.accountId)).count(searchOf(input), { signal: either }),
      ),
    'messages.cancel': ({ asker }) => newest.end(asker),
    'messages.histogram': async (input, cancel) =>
      (await archives.of(input.accountId)).histogram(searchOf(input), cancel),
    'messages.values': async ({ accountId, field, key, prefix }, cancel) =>
      (await archives.of(accountId)).values({ field, key, prefix, limit: mostValues }, cancel),
    'messages.valuesSuperseding': ({ field, key, prefix, asker, ...input }, { signal }) =>
      newest.run(asker, signal, async (either) =>
        (await archives.of(input.accountId)).values(
          { field, key, prefix, limit: mostValues, search: searchOf(input) },
          { signal: either },
        ),
      ),
    'messages.nearest': async ({ accountId, word, field }) =>
      (await archives.of(accountId)).nearestWords({ word, field }),
    'messages.get': async ({ accountId, ...name }) => {
      const archive = await archives.of(accountId)
      const known = await find(archive, name)
      if (!known) throw gone()
      return wholeMessage({ archives, archive, bodies, accountId }, known)
    },
    'messages.copy': async ({ ranges, ...input }, { signal }) => {
      const wanted = searchOf(input)
      const copied = await copyRows(await archives.of(input.accountId), wanted, { ranges, signal })
      archives.noteAccess(input.accountId, {
        kind: 'exported',
        person: namedAddress(wanted.query),
        messages: copied.rows,
      })
      return copied
    },
  }
}

type MessageName = { row?: number | undefined; id?: string | undefined; email?: string | undefined }

async function find(archive: ReadingPort, { row, id, email }: MessageName): Promise<StoredMessage | null> {
  if (row !== undefined) return archive.messageAt(row)
  const wanted = email?.toLowerCase()
  const found = id === undefined ? [] : await archive.messagesById(id)
  return found.find((message) => wanted === undefined || message.email.toLowerCase() === wanted) ?? null
}

async function messageAt(archive: ReadingPort, row: number): Promise<StoredMessage> {
  const found = await find(archive, { row })
  if (!found) throw gone()
  return found
}

const gone = () => new AppError('not-found', 'This message is no longer in the archive.')
const erased = () => new AppError('not-found', 'This message’s recipient was erased from this archive.')
const unknown = () =>
  new AppError(
    'not-found',
    'Neither this account’s archive nor its service has this message. If the link came from another account, choose that account first.',
  )

type Places = ReadingPlaces & { readonly archive: ReadingPort; readonly accountId: string }
type ReadingPlaces = Pick<ReadingNeeds, 'archives' | 'bodies'>

/** A message with its events and, if Mailroom sent it, its content. */
async function wholeMessage({ archives, archive, bodies, accountId }: Places, message: StoredMessage) {
  archives.noteAccess(accountId, { kind: 'opened', person: message.email }, String(message.row))
  const sendId = message.meta?.[sendIdKey]
  const sent = typeof sendId === 'string' ? await bodies.sent(accountId, sendId, message.email) : null
  return { message, events: messageEvents(message), sent, horizon: await archive.horizon() }
}
