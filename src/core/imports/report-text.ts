import { english, plural } from '#shared/domain/base/plural.ts'
import type { ImportReport } from '#shared/contract/imports.ts'

const { number } = english
const messages = (count: number): string => plural(english, count, 'message')

export function importSentence(report: Omit<ImportReport, 'jobId' | 'name' | 'endedAt' | 'examples'>): string {
  const { added, changed, unchanged, erased, tooOld, setAside } = report
  const parts = [`${messages(added)} added, ${number(changed)} changed, ${number(unchanged)} already known.`]
  if (setAside > 0)
    parts.push(`${plural(english, setAside, 'part of the file', 'parts of the file')} could not be read.`)
  if (erased > 0) parts.push(`${messages(erased)} left out because the person was erased.`)
  if (tooOld > 0) parts.push(`${messages(tooOld)} left out because the account does not keep messages that long.`)
  return parts.join(' ')
}

export function partSentence(report: Omit<ImportReport, 'jobId' | 'name' | 'endedAt' | 'examples'>): string {
  return (
    `${report.reason} The records read before the import stopped are in the archive: ${importSentence(report)} ` +
    'You can safely import the complete file again.'
  )
}

export function reportText(report: ImportReport, account: string): string {
  const { name, kind, endedAt, state, setAside, examples } = report
  const lines = [
    `Import of ${name} (${kind}) into ${account}`,
    new Date(endedAt).toISOString(),
    '',
    state === 'whole' ? importSentence(report) : partSentence(report),
  ]
  if (examples.length > 0) {
    const first = setAside > examples.length ? `, the first ${examples.length} of ${number(setAside)}` : ''
    lines.push('', `Parts of the file that couldn’t be read${first}:`)
    for (const { place, reason } of examples) lines.push(`${place}: ${reason}.`)
  }
  return `${lines.join('\n')}\n`
}
