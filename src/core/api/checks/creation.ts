import { msPerMinute } from '#shared/domain/base/durations.ts'
import type { Listed } from '../read/list.ts'
import { absent, cannotTell, happened, type CheckedOutcome } from './checked-outcome.ts'

/** Milliseconds allowed in addition to the known clock difference, because records are written some time after the call. */
export const slack = 15 * msPerMinute
/** In milliseconds. The service’s times are in whole seconds, and a clock difference below two seconds is unknown. */
const precision = 3000

type Created = { readonly createdAt: number | null }

type Call = {
  /** When the call started; undefined for outcomes that earlier versions recorded. */
  readonly startedAt: number | undefined
  readonly clockSkew: number
}

type Texts = {
  readonly created: string
  readonly absent: string
  readonly earlier: string
  /** Used if an entry was found that may be older than the call. */
  readonly unclear: string
}

/**
 * Determines the outcome of a call that creates something, based on the entries that equal the one it was meant to
 * create.
 */
export function ofCreation({ items, problems }: Listed<Created>, call: Call, texts: Texts): CheckedOutcome {
  const times = items.map(({ createdAt }) => whenCreated(createdAt, call))
  if (times.includes('by-call')) return happened(texts.created)
  if (times.includes('unclear')) return cannotTell(texts.unclear)
  return absent(problems, times.length === 0 ? texts.absent : texts.earlier)
}

/** `unclear` if the time is missing, or so close to the call that a difference between the clocks may explain it. */
export function whenCreated(
  createdAt: number | null,
  { startedAt = 0, clockSkew }: Call,
): 'before' | 'by-call' | 'unclear' {
  if (createdAt === null) return 'unclear'
  const begin = startedAt + clockSkew
  if (createdAt >= begin - precision && createdAt <= begin + slack) return 'by-call'
  // The service’s clock may have been set forward after the call, so a positive skew doesn’t move the start.
  return createdAt < startedAt + Math.min(0, clockSkew) - slack ? 'before' : 'unclear'
}
