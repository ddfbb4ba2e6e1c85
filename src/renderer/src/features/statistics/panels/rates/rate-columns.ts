import type { Counters } from '#shared/contract/statistics.ts'
import type { DateRange } from '#shared/domain/base/days.ts'
import { isClearlyWorse, type BeforeOf } from '#shared/domain/statistics/changes.ts'
import { changeOf, figureText } from '#shared/domain/statistics/figure-text.ts'
import type { Formats } from '#shared/domain/settings/formats.ts'
import { rates, type ShareCell, type ShareColumn } from './share-lines.ts'
import { subjectOf, type RateOrder } from './rate-order.ts'

type Numbers = Pick<Formats, 'number' | 'locale'>

export type ComparedGroup = { readonly period: DateRange; readonly of: BeforeOf }

/** The columns that a narrow panel omits, least needed first. The column by which the lines are sorted is always shown. */
const leastNeeded = ['clicked', 'delivered', 'opened', 'complaints']
const yields = [1, 2, 3] as const

/**
 * Returns the columns of a table of rates, starting with the name. `compared` names the days with which the figures are
 * compared; without it, there is no change column.
 */
export function rateColumns(
  name: string,
  order: RateOrder,
  compared: string | null | undefined,
): [ShareColumn, ...ShareColumn[]] {
  const isByChange = order.change && compared != null
  const direction = order.down ? 'descending' : 'ascending'
  const figures = [{ id: 'requested', label: 'Messages' }, ...rates]
  const subject = subjectOf(order)
  const yielding = leastNeeded.filter((id) => id !== subject.id)
  const columns = figures.map(({ id, label }): ShareColumn => {
    const sorted = order.by === id && !isByChange ? direction : undefined
    return { id, label, sorted, isSubject: subject.id === id, yields: yields[yielding.indexOf(id)] }
  })
  const first: ShareColumn = { id: 'name', label: name, sorted: order.by === 'name' ? direction : undefined }
  if (compared == null) return [first, ...columns]
  const what = subject.id === 'requested' ? 'messages' : subject.label.toLowerCase()
  const title = `Change in ${what} compared with ${compared}. Sort by another column to see its change.`
  return [first, ...columns, { id: 'change', label: 'Change', title, sorted: isByChange ? direction : undefined }]
}

type Changed = {
  readonly now: Counters
  /** The counters in the compared period; null if unknown. */
  readonly before: Counters | null
  readonly order: RateOrder
  readonly hasComplaints?: boolean
}

/** Returns the cell for a change, in a subdued style: only a clear change for the worse is coloured. */
export function changeCell({ now, before, order, hasComplaints = true }: Changed, formats: Numbers): ShareCell {
  const figure = subjectOf(order)
  if (before === null) return { text: '–', title: 'Too small to be listed for the comparison period', isMuted: true }
  if (before.messages === 0) return { text: 'new', title: 'No messages in the comparison period', isMuted: true }
  const [value, valueBefore] = [figure.read(now), figure.read(before)]
  const change = changeOf(figure, value, valueBefore, formats)
  if (!change || (figure.id === 'complaints' && !hasComplaints)) return { text: '–', isMuted: true }
  const isWorse = isClearlyWorse(figure, value, valueBefore)
  const text = (shown: typeof value) => figureText(figure, shown, formats)
  return {
    text: change.text.slice(1),
    arrow: change.text.startsWith('+') ? 'up' : change.text.startsWith('−') ? 'down' : undefined,
    title: `${figure.label}: ${text(value)}, previously ${text(valueBefore)}`,
    isMuted: !isWorse,
    isWorse,
  }
}
