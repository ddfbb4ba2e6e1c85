import type { Counters, Grouped } from '../../contract/statistics.ts'
import { visible } from '../../text/visible.ts'
import { beforeIn, isRealRise } from './changes.ts'
import { inStates, notSentStates } from './counters.ts'
import type { Numbers } from './figure-text.ts'

/** A group’s values in both periods. */
export type RiseGroup = {
  /** The noun for a single value, such as "tag". */
  readonly noun: string
  readonly now: Grouped
  readonly before: Grouped
  /** Returns a value’s name on the screen. */
  readonly nameOf?: ((value: string) => string) | undefined
}

/** A value that alone accounts for most of a rise. */
export type RiseCause = {
  readonly noun: string
  readonly value: string
  readonly name: string
  /** Whether this is the group of messages that have no value. */
  readonly isNone: boolean
  /** Values from other groups with the same numbers, which mostly have the same messages. */
  readonly alike: readonly string[]
  readonly now: number
  readonly before: number
}

export type Rise = {
  readonly id: string
  readonly label: string
  readonly now: number
  readonly before: number
  /** All messages in both periods. */
  readonly messages: { readonly now: number; readonly before: number }
  /** Sorted by how much of the rise each explains, largest first. Empty if no single value explains the rise. */
  readonly causes: readonly RiseCause[]
  /** The groups in which values were compared. */
  readonly nouns: readonly string[]
  /** The condition that finds the counted messages. */
  readonly term: string
}

/** The types of failures. No message belongs to two of them. */
const kinds = [
  { id: 'hard', label: 'Hard bounces', states: ['hardbounced'] },
  { id: 'soft', label: 'Soft bounces', states: ['softbounced'] },
  { id: 'notSent', label: 'Messages that were not sent', states: notSentStates },
] as const

/** The failure rate must rise at least by this factor: if more messages are sent, more failures are expected. */
const leastRateRise = 1.1

/** A cause must account for at least this share of the rise. Below that, it is only one of several. */
const leastShare = 0.5

/**
 * A value that most of the messages have also accounts for most of any rise. Its share of the rise must therefore
 * exceed its share of the messages by this factor.
 */
const leastLift = 1.25

/** Finds the rises in failures between two periods, each with the values that explain it. */
export function risesOf(
  total: { readonly now: Counters; readonly before: Counters },
  groups: readonly RiseGroup[],
): Rise[] {
  if (total.before.messages === 0) return []
  return kinds.flatMap(({ id, label, states }) => {
    const [now, before] = [inStates(total.now, states), inStates(total.before, states)]
    if (!isRealRise(now, before) || now / total.now.messages < leastRateRise * (before / total.before.messages))
      return []
    const count = (counters: Counters) => inStates(counters, states)
    const causes = groups.flatMap((group) =>
      causeIn(group, { count, rise: now - before, messages: total.now.messages }),
    )
    causes.sort((a, b) => b.now - b.before - (a.now - a.before))
    const messages = { now: total.now.messages, before: total.before.messages }
    const nouns = groups.map(({ noun }) => noun)
    return [{ id, label, now, before, messages, causes: joined(causes), nouns, term: `state:${states.join(',')}` }]
  })
}

type Sought = {
  readonly count: (counters: Counters) => number
  readonly rise: number
  readonly messages: number
}

function joined(causes: readonly RiseCause[]): RiseCause[] {
  const sameAs = (cause: RiseCause) => causes.filter(({ now, before }) => now === cause.now && before === cause.before)
  return causes.flatMap((cause) => {
    const [first, ...others] = sameAs(cause)
    return first === cause ? [{ ...cause, alike: others.map(({ name }) => name) }] : []
  })
}

/** Finds the group’s value that explains most of a rise. Empty if no value does. */
function causeIn(
  { noun, now, before, nameOf = (value) => value }: RiseGroup,
  { count, rise, messages }: Sought,
): RiseCause[] {
  const beforeOf = beforeIn(before)
  const changed = now.values.flatMap((line) => {
    const then = beforeOf(line.value)
    if (then === null) return []
    const more = count(line) - count(then)
    const isExplained = more >= leastShare * rise && more / rise >= (leastLift * line.messages) / messages
    return isExplained ? [{ value: line.value, more, now: count(line), before: count(then) }] : []
  })
  const most = changed.sort((a, b) => b.more - a.more)[0]
  if (!most) return []
  const isNone = most.value === ''
  const name = isNone ? `Messages without a ${noun}` : `${capital(noun)} ${visible(nameOf(most.value))}`
  return [{ noun, value: most.value, name, isNone, alike: [], now: most.now, before: most.before }]
}

/** Says how failures rose, and whether there were also more messages. */
export function riseText({ label, now, before, messages }: Rise, formats: Numbers): string {
  const fromTo = (from: number, to: number) => `from ${formats.number(from)} to ${formats.number(to)}`
  const rose = `${label} rose ${fromTo(before, now)}`
  return isRealRise(messages.now, messages.before)
    ? `${rose}, while all messages rose ${fromTo(messages.before, messages.now)}.`
    : `${rose}.`
}

/** Describes how a value is related to a rise: "Tag order explains 4 of the 5 additional hard bounces (4 → 8)". */
export function causeText(rise: Rise, { name, isNone, alike, now, before }: RiseCause, formats: Numbers): string {
  const more = rise.now - rise.before
  const part = Math.min(now - before, more)
  const share = part === more ? `all ${formats.number(more)}` : `${formats.number(part)} of the ${formats.number(more)}`
  const numbers = `(${formats.number(before)} → ${formats.number(now)})`
  const label = uncapital(rise.label)
  const explained = isNone
    ? `${name} explain ${share} additional ${label} ${numbers}`
    : `${name} explains ${share} additional ${label} ${numbers}`
  if (alike.length === 0) return `${explained}.`
  const others = listed(alike.map(uncapital), 'and')
  return alike.length === 1
    ? `${explained}; ${others} has the same numbers.`
    : `${explained}; ${others} have the same numbers.`
}

export function noCauseText({ nouns }: Pick<Rise, 'nouns'>): string {
  return `No single ${listed(nouns, 'or')} explains the rise.`
}

function listed(words: readonly string[], joint: string): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${joint} ${words.at(-1)}`
}

function capital(text: string): string {
  return `${text[0]!.toUpperCase()}${text.slice(1)}`
}

function uncapital(text: string): string {
  return `${text[0]!.toLowerCase()}${text.slice(1)}`
}
