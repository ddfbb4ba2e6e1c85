import type { Accounts } from '../accounts/index.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { Blacklists } from '../blacklists/index.ts'
import { blacklistTypes } from '#shared/domain/service/requests.ts'
import type { ServiceClient } from '../api/index.ts'
import type { HandlersOf } from '../base/handlers.ts'
import type { Archives, ReadingArchives } from '../archive/index.ts'
import type { PersonalNames } from '../sends/index.ts'
import type { Erasures } from './erasures.ts'
import { lookUp } from './blacklist-lookup.ts'
import type { FoundRecipient } from '#shared/domain/recipients/recipient.ts'
import { knownZone, NewestOnly } from '../messages/index.ts'
import { readRecipient } from './recipient-timeline.ts'

export type RecipientNeeds = {
  readonly archives: Archives
  readonly accounts: Accounts
  readonly blacklists: Blacklists
  readonly erasures: Erasures
  readonly names: PersonalNames
}

type ReadingNeeds = {
  readonly archives: ReadingArchives
  /**
   * Absent in a command that runs alongside the app. Such a command opens no sends, and finds people only by their
   * addresses.
   */
  readonly names?: PersonalNames
}

export function recipientsHandlers({
  archives,
  accounts,
  blacklists: copies,
  erasures,
  names,
}: RecipientNeeds): HandlersOf<'recipients'> {
  return {
    ...findHandlers({ archives, names }),
    'recipients.get': async ({ accountId, email, zone, offset, limit }) => {
      const context = { now: accounts.clockOf(accountId).now(), zone: knownZone(zone) }
      const archive = await archives.of(accountId)
      const recipient = await readRecipient(archive, email, { offset, limit, context })
      archives.noteAccess(accountId, { kind: 'searched', person: email }, email.toLowerCase())
      const unfinishedErasure = erasures.unfinished({ accountId, email })
      const erased = unfinishedErasure === null && recipient.total === 0 && (await archive.isErased(email))
      return { ...recipient, erased, unfinishedErasure }
    },
    'recipients.askService': async ({ accountId, email }, { signal }) => {
      const client = accounts.client(accountId)
      const now = accounts.clockOf(accountId).now()
      const [counters, blacklists] = await Promise.all([
        countersOf(client, email, signal),
        Promise.all(
          blacklistTypes.map((type) =>
            lookUp({ client, now, copyOf: () => copies.find(accountId, type, email) }, type, email, signal),
          ),
        ),
      ])
      return { counters, blacklists }
    },
    'recipients.erase': (erasure) => erasures.erase(erasure),
  }
}

const emailOf = ({ email }: { readonly email: string }) => email

/** The command that only reads the archive and the names. */
export function findHandlers({ archives, names }: ReadingNeeds): Pick<HandlersOf<'recipients'>, 'recipients.find'> {
  const newest = new NewestOnly()
  return {
    'recipients.find': ({ accountId, asker, text, limit }, { signal }) =>
      newest.run(asker, signal, async (either) => {
        const archive = await archives.of(accountId)
        const found = await names?.find(accountId, { text, limit }, either)
        const request = { text, limit, named: found?.named.map(emailOf), mixed: found?.mixed.map(emailOf) }
        const { recipients, complete } = await archive.findRecipients(request, { signal: either })
        const person = recipients.find(({ email }) => email.toLowerCase() === text.trim().toLowerCase())?.email
        if (text.trim() !== '') noteSearch(archives, { accountId, person, asker })
        const withName = (recipient: FoundRecipient): FoundRecipient => {
          const name = names?.nameOf(accountId, recipient.email) ?? null
          return name === null ? recipient : { ...recipient, name }
        }
        return { recipients: recipients.map(withName), complete }
      }),
  }
}

/**
 * Notes one search per field, even though every typed letter searches again. A complete address is noted separately.
 */
function noteSearch(
  archives: ReadingArchives,
  { accountId, person, asker }: { accountId: string; person: string | undefined; asker: string },
): void {
  archives.noteAccess(accountId, { kind: 'searched', person }, person?.toLowerCase() ?? `typed by ${asker}`)
}

/** The service’s counters. An address to which nothing was sent is unknown to the service and has no counters. */
async function countersOf(client: ServiceClient, email: string, signal: AbortSignal) {
  try {
    const { extra: _extra, ...counters } = await client.statistics.recipient(email, { signal })
    return counters
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'not-found') return {}
    throw thrown
  }
}
