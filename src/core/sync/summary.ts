import { english, plural } from '#shared/domain/base/plural.ts'

export type SyncSummary = {
  added: number
  changed: number
  /** Records that could not be read. */
  problems: number
  /** Slices that the service failed on; they stay gaps. */
  failedSlices: number
  pruned: number
}

export function sentence({ added, changed, problems, failedSlices }: SyncSummary): string {
  const parts = [`${plural(english, added, 'new message')}, ${plural(english, changed, 'update')}.`]
  if (problems > 0) parts.push(`${plural(english, problems, 'record')} could not be read.`)
  if (failedSlices > 0) parts.push('Some periods could not be read; the next sync will try again.')
  return parts.join(' ')
}
