import { faultKinds, type Fault } from '#shared/contract/base/faults.ts'
import type { ChangedEntry, ChangedMessage, SandboxSnapshot } from '#shared/contract/base/sandbox/snapshots.ts'
import type { BadgeLook } from '../../../lib/ui/badges/badge-look.ts'

export type ReadableSnapshot = Exclude<SandboxSnapshot, { problem: string }>

export function isReadable(snapshot: SandboxSnapshot): snapshot is ReadableSnapshot {
  return !('problem' in snapshot)
}

/** Returns the labels of the faults, separated by commas; `none` if there are no faults. */
export function faultsText(faults: readonly Fault[]): string {
  const labels = faults.map(({ kind }) => faultKinds.find((entry) => entry.kind === kind)?.label ?? kind)
  return labels.join(', ') || 'none'
}

/** Describes the counts that are not zero, for example as `2 added, 1 changed`. */
export function countsText(counts: Readonly<Record<'added' | 'changed' | 'removed', number>>): string {
  const words = (['added', 'changed', 'removed'] as const)
    .filter((name) => counts[name] > 0)
    .map((name) => `${counts[name].toLocaleString('en')} ${name}`)
  return words.join(', ') || 'none'
}

const changeLooks: Record<ChangedEntry['change'], { label: string; tone: BadgeLook['tone'] }> = {
  added: { label: 'Added', tone: 'ok' },
  changed: { label: 'Changed', tone: 'neutral' },
  removed: { label: 'Removed', tone: 'warn' },
}

export function changeLook(change: ChangedEntry['change']): { label: string; tone: BadgeLook['tone'] } {
  return changeLooks[change]
}

export function changeOfMessage({ before, after }: ChangedMessage): ChangedEntry['change'] {
  if (before === null) return 'added'
  return after === null ? 'removed' : 'changed'
}
