import { AppError } from '#shared/contract/base/error.ts'
import type { ServiceRecipient } from '#shared/contract/recipients.ts'
import { msPerMinute } from '#shared/domain/base/durations.ts'
import type { ServiceClient } from '../api/index.ts'
import type { Blacklists } from '../blacklists/index.ts'

type Listing = ServiceRecipient['blacklists'][number]
type Client = Pick<ServiceClient, 'extras' | 'blacklists' | 'learned'>
type Copy = Awaited<ReturnType<Blacklists['find']>>

/** Dates are epoch milliseconds. */
type ListedEntry = { readonly date: number | null; readonly reason: string; readonly list: string }

type Places = {
  readonly client: Client
  readonly copyOf: () => Promise<Copy>
  readonly now: number
}

/** A copy up to this age is used instead of the service. An older copy is used only if the service cannot decide. */
const freshFor = 15 * msPerMinute

/** The user waits for this, so only the newest entries of a huge list are read. */
const mostPages = 6

/**
 * Whether an address is on a list. Few accounts can look up a single address; for the others, the list is read, newest
 * first, up to a limit. If that doesn’t decide it, the result is “unknown”, never “not listed”.
 */
export async function lookUp(
  { client, copyOf, now }: Places,
  type: string,
  email: string,
  signal: AbortSignal,
): Promise<Listing> {
  try {
    const direct = await askDirectly(client, type, email, signal)
    if (direct) return direct
    const copy = await copyOf()
    const byCopy = copy.isWhole && copy.readAt !== null ? listingOf(type, copy) : null
    if (byCopy && Math.abs(now - copy.readAt!) < freshFor) return byCopy
    const read = await readList(client, type, email, signal)
    return read.listed === null && byCopy ? byCopy : read
  } catch (thrown) {
    if (!(thrown instanceof AppError) || thrown.code === 'aborted') throw thrown
    return unknown(type)
  }
}

/** Null if the result proves nothing. */
async function askDirectly(client: Client, type: string, email: string, signal: AbortSignal): Promise<Listing | null> {
  const state = client.learned().abilities?.['GET /blacklists/{type}/{email}']
  if (state === 'no') return null
  try {
    const entry = await client.extras.blacklisted(type, email, { signal })
    // The service returns one entry for each address. If that entry is on a custom list, there may also be one on the
    // account-wide list.
    if (entry) return entry.list === '' ? listed(type, [entry]) : null
    // A 404 means “not listed” only if the operation itself is known to exist.
    return state === 'yes' ? notListed(type) : null
  } catch (thrown) {
    if (!(thrown instanceof AppError) || thrown.code === 'aborted') throw thrown
    return null
  }
}

async function readList({ blacklists }: Client, type: string, email: string, signal: AbortSignal): Promise<Listing> {
  const found = await blacklists.find({ type, email, mostPages, endsWith: isAccountWide }, { signal })
  return found.isComplete || found.entries.some(isAccountWide) ? listed(type, found.entries) : unknown(type)
}

function listingOf(type: string, { entries }: Copy): Listing {
  return listed(
    type,
    entries.map((entry) => ({ ...entry, date: entry.date === 0 ? null : entry.date * 1000 })),
  )
}

/** The account-wide entry if there is one, because entries of custom lists block only some messages. */
function listed(type: string, entries: readonly ListedEntry[]): Listing {
  const entry = entries.find(isAccountWide) ?? entries[0]
  if (!entry) return notListed(type)
  const { date, reason } = entry
  return { type, listed: true, lists: isAccountWide(entry) ? [] : entries.map(({ list }) => list), date, reason }
}

function isAccountWide({ list }: ListedEntry): boolean {
  return list === ''
}

function notListed(type: string): Listing {
  return { type, listed: false, lists: [], date: null, reason: '' }
}

function unknown(type: string): Listing {
  return { type, listed: null, lists: [], date: null, reason: '' }
}
