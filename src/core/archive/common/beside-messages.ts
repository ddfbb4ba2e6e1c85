import type { Period } from '#shared/domain/archive/horizon.ts'
import { clippedTo } from './coverage-rules.ts'

/** The contents of an archive apart from its messages, in a form common to both engines. */
export type BesideMessages = {
  /** The values are JSON. One of them is the salt of the tombstones. */
  readonly settings: readonly { readonly name: string; readonly value: string }[]
  readonly coverage: readonly { readonly kind: number; readonly start: number; readonly stop: number }[]
  /** The hashes are hexadecimal. The list is null if the user of a server may not read it. */
  readonly tombstones: readonly { readonly hash: string; readonly erased: number }[] | null
}

/** Settings that describe one particular file or server, so they are not copied. */
const ownSettings: ReadonlySet<string> = new Set(['open', 'backup', 'filling'])

type Row = Readonly<Record<string, unknown>>

/** Builds the common form from table rows, which are the same in both engines. */
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

export function besideIn(period: Period, beside: BesideMessages): BesideMessages {
  const coverage = beside.coverage.flatMap(({ kind, start, stop }) =>
    clippedTo(period, [{ from: start, to: stop }]).map(({ from, to }) => ({ kind, start: from, stop: to })),
  )
  return { ...beside, coverage }
}
