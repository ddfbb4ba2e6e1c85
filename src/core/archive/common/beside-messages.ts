import type { Period } from '#shared/domain/archive/horizon.ts'
import { clippedTo } from './coverage-rules.ts'

/** What an archive keeps beside its messages, as both engines store it. */
export type BesideMessages = {
  /** The values are JSON. The salt of the tombstones is one of them. */
  readonly settings: readonly { readonly name: string; readonly value: string }[]
  readonly coverage: readonly { readonly kind: number; readonly start: number; readonly stop: number }[]
  /** The hashes are hexadecimal. Null if the user of a server may not read them. */
  readonly tombstones: readonly { readonly hash: string; readonly erased: number }[] | null
}

/** These say something about one file, or about one server’s archive. */
const ownSettings: ReadonlySet<string> = new Set(['open', 'backup', 'filling'])

export function isMoved({ name }: { readonly name: string }): boolean {
  return !ownSettings.has(name)
}

/** For a part of an archive: nothing outside of it is covered. */
export function besideIn(period: Period, beside: BesideMessages): BesideMessages {
  const coverage = beside.coverage.flatMap(({ kind, start, stop }) =>
    clippedTo(period, [{ from: start, to: stop }]).map(({ from, to }) => ({ kind, start: from, stop: to })),
  )
  return { ...beside, coverage }
}
