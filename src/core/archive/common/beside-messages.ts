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

type Row = Readonly<Record<string, unknown>>

/** From rows of the tables, which both engines have. */
export function besideOf(
  settings: readonly Row[],
  coverage: readonly Row[],
  tombstones: BesideMessages['tombstones'],
): BesideMessages {
  return {
    settings: settings
      .map(({ name, value }) => ({ name: String(name), value: String(value) }))
      .filter(({ name }) => !ownSettings.has(name)),
    coverage: coverage.map(({ kind, start, stop }) => ({
      kind: Number(kind),
      start: Number(start),
      stop: Number(stop),
    })),
    tombstones,
  }
}

/** For a part of an archive: nothing outside of it is covered. */
export function besideIn(period: Period, beside: BesideMessages): BesideMessages {
  const coverage = beside.coverage.flatMap(({ kind, start, stop }) =>
    clippedTo(period, [{ from: start, to: stop }]).map(({ from, to }) => ({ kind, start: from, stop: to })),
  )
  return { ...beside, coverage }
}
