import type { Counters } from '../../contract/statistics.ts'
import { inStates } from './counters.ts'

/** A dashboard figure: a count, or a share of a whole. This is its only definition, used wherever it is shown. */
export type Figure = {
  readonly id: FigureId
  readonly label: string
  /** The counted messages, in words. */
  readonly part: string
  /** The whole of which the part is a share; null for a plain count. */
  readonly whole: string | null
  /** Above this limit, mailbox providers begin to hold mail back. */
  readonly limit: number | null
  /** Whether a larger or a smaller value is better; null if neither is. */
  readonly good: 'more' | 'less' | null
  /** The term that, added to the original search, finds exactly the counted messages. */
  readonly term: string
  readonly read: (counters: Counters) => FigureValue
}

/** `whole` is null for a plain count, which has no rate. */
export type FigureValue = { readonly part: number; readonly whole: number | null }

export type FigureId =
  'requested' | 'delivered' | 'hard' | 'soft' | 'opened' | 'clicked' | 'complaints' | 'unsubscribed'

const settled = 'messages whose outcome is known'
const arrived = 'delivered messages'

/**
 * Returns the number of delivered messages. A message counts as delivered if its last state says so, or if its last
 * state is a complaint or an unsubscription, which follow a delivery. The service counts those in addition to
 * `delivered`; service-counters.ts converts its counters to states, so that this rule fits both the archive’s and the
 * service’s counters.
 */
export function deliveredOf(counters: Pick<Counters, 'states'>): number {
  return inStates(counters, ['delivered', 'unsubscribed', 'complaint'])
}

const underWay = ['requested', 'scheduled', 'deferred']

/** Sums up the outcomes, so that no figure exceeds its whole even if a service’s counters contradict each other. */
function settledOf({ states }: Counters): number {
  return Object.entries(states).reduce((sum, [state, count]) => (underWay.includes(state) ? sum : sum + count), 0)
}

function ofState(state: string, whole: (counters: Counters) => number): Figure['read'] {
  return (counters) => ({ part: inStates(counters, [state]), whole: whole(counters) })
}

export const figures: readonly Figure[] = [
  {
    id: 'requested',
    label: 'Requested',
    part: 'all messages',
    whole: null,
    limit: null,
    good: null,
    term: '',
    read: ({ messages }) => ({ part: messages, whole: null }),
  },
  {
    id: 'delivered',
    label: 'Delivered',
    part: arrived,
    whole: settled,
    limit: null,
    good: 'more',
    term: 'state:delivered,unsubscribed,complaint',
    read: (counters) => ({ part: deliveredOf(counters), whole: settledOf(counters) }),
  },
  {
    id: 'hard',
    label: 'Hard bounces',
    part: 'messages to addresses that do not exist',
    whole: settled,
    limit: 0.02,
    good: 'less',
    term: 'state:hardbounced',
    read: ofState('hardbounced', settledOf),
  },
  {
    id: 'soft',
    label: 'Soft bounces',
    part: 'messages that were refused for the time being',
    whole: settled,
    limit: null,
    good: 'less',
    term: 'state:softbounced',
    read: ofState('softbounced', settledOf),
  },
  {
    id: 'opened',
    label: 'Opened',
    part: 'messages opened at least once',
    whole: arrived,
    limit: null,
    good: 'more',
    term: 'opened:yes',
    read: (counters) => ({ part: counters.opened, whole: deliveredOf(counters) }),
  },
  {
    id: 'clicked',
    label: 'Clicked',
    part: 'messages with at least one click',
    whole: arrived,
    limit: null,
    good: 'more',
    term: 'clicked:yes',
    read: (counters) => ({ part: counters.clicked, whole: deliveredOf(counters) }),
  },
  {
    id: 'complaints',
    label: 'Complaints',
    part: 'messages marked as spam',
    whole: arrived,
    limit: 0.001,
    good: 'less',
    term: 'state:complaint',
    read: ofState('complaint', deliveredOf),
  },
  {
    id: 'unsubscribed',
    label: 'Unsubscribed',
    part: 'messages that led to an unsubscription',
    whole: arrived,
    limit: null,
    good: 'less',
    term: 'state:unsubscribed',
    read: ofState('unsubscribed', deliveredOf),
  },
]

/**
 * Shown next to the rate of all opens if message details distinguish people from machines. The counters don’t contain
 * this figure.
 */
export const openedByPeople: Pick<Figure, 'label' | 'part' | 'whole'> = {
  label: 'Opened by people',
  part: 'messages opened by a person at least once',
  whole: arrived,
}

export function isAboveLimit({ limit }: Pick<Figure, 'limit'>, value: FigureValue): boolean {
  return limit !== null && (rateOf(value) ?? 0) > limit
}

/** Null if the whole is zero, and for plain counts. */
export function rateOf({ part, whole }: FigureValue): number | null {
  return whole === null || whole <= 0 ? null : part / whole
}
