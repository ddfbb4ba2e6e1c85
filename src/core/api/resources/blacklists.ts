import { AppError } from '#shared/contract/base/error.ts'
import type { BlacklistQuery } from '#shared/domain/service/requests.ts'
import type { Context } from '../calls/context.ts'
import type { CallOptions } from '../options/options.ts'
import { sampleOf, servicePage, type Page } from '../calls/pages.ts'
import { segment } from '../calls/path.ts'
import { fields, Unreadable, type Fields } from '../read/fields.ts'
import { readItems, readTotal, understood, type Counted, type Listed } from '../read/list.ts'
import { readBlacklistEntry, type BlacklistEntry } from '../read/users.ts'
import { isUnknownPath } from '../http/refusal.ts'

export type BlacklistPage = Counted<BlacklistEntry>

export type BlacklistOperations = ReturnType<typeof blacklistOperations>

type Form = 'body' | 'path'

type Search = {
  readonly type: string
  /** The name of a custom list. If it is given, the service returns only that list’s entries. */
  readonly list?: string | undefined
  readonly email: string
  readonly mostPages: number
  /** Whether the search ends with this entry. */
  readonly endsWith: (entry: BlacklistEntry) => boolean
}
type Found = {
  readonly entries: readonly BlacklistEntry[]
  /** Whether these are certainly all of the address’s entries. */
  readonly isComplete: boolean
}

const pageSize = 500

export function blacklistOperations(context: Context) {
  const { caller } = context

  function ask(form: Form, query: BlacklistQuery, page: number | undefined, options: CallOptions | undefined) {
    const { type, list, pageSize, order } = query
    const rest = { list, pageSize, page, order: order === undefined ? undefined : order === 'descending' ? 1 : 0 }
    const path = form === 'path' ? `/blacklists/list/${segment(type)}` : '/blacklists/list'
    const body = JSON.stringify({ type, ...rest })
    const request = { operation: 'blacklists.list', method: 'POST', path, body } as const
    return caller.call(request, (answer) => readPage(answer, type), options)
  }

  /**
   * The service’s documentation contains both forms: if one is refused as unknown, the other is tried once. The path form
   * may have been learned by mistake or withdrawn, so the body form is tried again.
   */
  async function either(
    query: BlacklistQuery,
    page: number | undefined,
    options: CallOptions | undefined,
  ): Promise<BlacklistPage> {
    const known = context.learned().blacklistForm
    const first = known ?? 'body'
    try {
      const answer = await ask(first, query, page, options)
      if (known === undefined) context.learn({ blacklistForm: first })
      return answer
    } catch (thrown) {
      if (known === 'body' || !isUnknownPath(thrown)) throw thrown
      const other = first === 'body' ? 'path' : 'body'
      const answer = await ask(other, query, page, options).catch((second: unknown) => {
        if (isUnknownPath(second)) throw thrown
        // An operation that rejects a value, such as page 0, does exist, so its form is remembered.
        if (second instanceof AppError && second.code === 'invalid-request') context.learn({ blacklistForm: other })
        throw second
      })
      context.learn({ blacklistForm: other })
      return answer
    }
  }

  async function list(query: BlacklistQuery, options?: CallOptions): Promise<BlacklistPage> {
    // An address alone doesn’t identify an entry, because it can be on several lists.
    const sample = async (number: number, sampleOptions: CallOptions | undefined): Promise<Page> =>
      sampleOf(await either({ ...query, pageSize: 1 }, number, sampleOptions), (entry) => JSON.stringify(entry))
    return either(query, await servicePage(query.page, context, sample, options), options)
  }

  return {
    list,
    /** Searches the list for an address, newest entries first, until an entry ends the search. */
    async find({ email, mostPages, endsWith, ...sought }: Search, options?: CallOptions): Promise<Found> {
      const query = { ...sought, pageSize, order: 'descending' } as const
      const wanted = email.trim().toLowerCase()
      const entries: BlacklistEntry[] = []
      let searched = 0
      let unreadable = 0
      for (let page = 1; page <= mostPages; page += 1) {
        const { items, problems, total } = await list({ ...query, page }, options)
        entries.push(...items.filter((item) => item.email.toLowerCase() === wanted))
        const read = items.length + problems.length
        searched += read
        unreadable += problems.length
        // A service may return smaller pages than requested: its total indicates the end or, without a total, an empty
        // page.
        const isEnd = total === null ? read === 0 : searched >= total
        if (isEnd) return { entries, isComplete: unreadable === 0 }
        // An empty page before the total means that the service returns no pages this deep.
        if (read === 0 || entries.some(endsWith)) break
      }
      return { entries, isComplete: false }
    },
  }
}

/**
 * The array is under a key named after the list. That name is not fixed, so any array of addresses counts, as does an
 * empty array next to a total. Any other response isn’t a blacklist and must not be taken for an empty one: the user
 * would act on “not on any blacklist”.
 */
function readPage(answer: unknown, type: string): BlacklistPage {
  if (Array.isArray(answer)) return { ...understood(readItems(answer, readBlacklistEntry)), total: null }
  const given = fields(answer)
  const total = readTotal(given)
  return { ...readEntries(given, type, total !== null), total }
}

function readEntries(given: Fields, type: string, hasTotal: boolean): Listed<BlacklistEntry> {
  const own = given[type]
  if (Array.isArray(own)) return readItems(own, readBlacklistEntry)
  if (own === null && hasTotal) return { items: [], problems: [] }
  const other: unknown = Object.values(given).find((value) => Array.isArray(value))
  if (!Array.isArray(other) || (other.length === 0 && !hasTotal)) throw new Unreadable('a list of addresses was expected')
  return understood(readItems(other, readBlacklistEntry))
}
