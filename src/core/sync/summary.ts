import { english, plural } from '#shared/domain/base/plural.ts'

export type SyncSummary = {
  added: number
  changed: number
  problems: number
  /** Slices on which the service failed; they remain as gaps. */
  failedSlices: number
  /** Records skipped because the person was erased. */
  erased: number
  pruned: number
}

export function sentence(summary: SyncSummary): string {
  return [...countsOf(summary), ...problemsOf(summary, 'The next sync will try again.')].join(' ')
}

export function readAgainSentence(summary: SyncSummary): string {
  const left =
    summary.erased === 0 ? [] : [`${plural(english, summary.erased, 'record')} left out because the person was erased.`]
  return [...countsOf(summary), ...left, ...problemsOf(summary, 'Try these periods again.')].join(' ')
}

function countsOf({ added, changed }: SyncSummary): string[] {
  return [`${plural(english, added, 'new message')}, ${plural(english, changed, 'update')}.`]
}

function problemsOf({ problems, failedSlices }: SyncSummary, next: string): string[] {
  const parts: string[] = []
  if (problems > 0) parts.push(`${plural(english, problems, 'record')} could not be read.`)
  if (failedSlices > 0) parts.push(`Some periods could not be read. ${next}`)
  return parts
}
