import type {
  ArchiveDetails,
  ArchiveStatistics,
  StatisticsRequest,
} from '#shared/domain/statistics/archive-statistics.ts'
import type { ListedValue, NearestRequest, ValuesRequest } from '#shared/domain/messages/search.ts'
import { everything } from '#shared/domain/query/ast.ts'
import type { FindRecipients, FoundRecipients } from '#shared/domain/recipients/recipient.ts'
import { isListed } from '../common/listed-values.ts'
import type { Scope } from '../port/archive-port.ts'
import type { ServerDatabase } from './connection/server-database.ts'
import { findPeople } from './recipients/find-people.ts'
import { nearLexemes } from './search/near-lexemes.ts'
import type { Searches } from './search/searches.ts'
import { countDetails } from './statistics/count-details.ts'
import { countStatistics, countTimesAtOnce } from './statistics/count-statistics.ts'
import { MatchScan, type PartSizes } from './statistics/match-scan.ts'
import { knownValues, matchingValues } from './values/list-matching-values.ts'

/** The clock and zone don’t matter, because this scope has no dates. */
const wholeArchive: Scope = { query: everything, context: { now: 0, zone: 'UTC' } }

/** Counts and lists of values in a team archive. */
export class ServerStatistics {
  readonly #database: ServerDatabase
  readonly #searches: Searches
  readonly #sizes: PartSizes | undefined

  constructor(database: ServerDatabase, searches: Searches, sizes?: PartSizes) {
    this.#sizes = sizes
    this.#database = database
    this.#searches = searches
  }

  async statistics(request: StatisticsRequest, signal?: AbortSignal): Promise<ArchiveStatistics> {
    const { state, found } = await this.#searches.ask(request, signal)
    const times = await countTimesAtOnce(request, { database: this.#database, state, signal })
    const counted = await this.#database.snapshot(
      (run) => countStatistics(request, times, new MatchScan(found, run, this.#sizes)),
      signal,
    )
    return { ...counted, horizon: state.horizon }
  }

  /** Counts facts that are found only in the matches’ details. */
  async details(scope: Scope, signal?: AbortSignal): Promise<ArchiveDetails> {
    const { state, found } = await this.#searches.ask(scope, signal)
    const { zone } = scope.context
    const counted = await this.#database.snapshot(
      (run) => countDetails(zone, new MatchScan(found, run, this.#sizes)),
      signal,
    )
    return { ...counted, horizon: state.horizon }
  }

  /**
   * A field’s values, and how many of the search’s matches have each value, unless there are too many values to count.
   */
  async values(request: ValuesRequest, signal?: AbortSignal): Promise<ListedValue[]> {
    const { field, search = wholeArchive } = request
    const { found } = await this.#searches.ask(search, signal)
    return this.#database.snapshot((run) => {
      if (search.query.kind === 'all' && isListed(field)) return knownValues(field, request, run)
      return matchingValues(request, search, new MatchScan(found, run, this.#sizes))
    }, signal)
  }

  /** Likely corrections of a misspelled word, nearest first. */
  nearestWords(request: NearestRequest, signal?: AbortSignal): Promise<string[]> {
    return this.#database.snapshot((run) => nearLexemes(request, run), signal)
  }

  /** Recipients by any part of their address, best match first. */
  findRecipients(request: FindRecipients, signal?: AbortSignal): Promise<FoundRecipients> {
    return this.#database.snapshot((run) => findPeople(request, run), signal)
  }
}
