import { generalReason, longestReason } from '#shared/domain/statistics/details/general-reason.ts'
import { fold } from '#shared/domain/query/fold.ts'

export type ReasonKey = {
  /** Folded as in searches, so that reasons that differ only in case or accents share one line. */
  readonly key: string
  readonly reason: string
  readonly example: string
  /** Whether the example is the complete reason, character by character. */
  readonly isOnly: boolean
}

/** Cached, because most messages share a few reasons. */
const known = new Map<string, ReasonKey>()
const mostKnown = 2000

export function keyOfReason(raw: string): ReasonKey {
  const found = known.get(raw)
  if (found) return found
  const isOnly = raw.length <= longestReason && raw.isWellFormed()
  const example = raw.slice(0, longestReason).toWellFormed()
  const made = { key: generalReason(fold(raw)), reason: generalReason(example), example, isOnly }
  if (known.size >= mostKnown) known.clear()
  known.set(raw, made)
  return made
}
