import { mostColumns, mostPeople } from '#shared/contract/base/draft-limits.ts'
import { plural, type NumberFormat } from '#shared/domain/base/plural.ts'
import type { Paste } from '#shared/domain/drafts/people/paste-block.ts'

export function pasteSentence(formats: NumberFormat, { rows, byHeaders, left }: Paste): string {
  const parts = [
    byHeaders
      ? `${plural(formats, rows, 'recipient')} added; the first line named the columns.`
      : `${plural(formats, rows, 'row')} pasted.`,
  ]
  if (left.rows > 0) {
    const most = formats.number(mostPeople)
    parts.push(`${plural(formats, left.rows, 'row')} left out: a message has at most ${most} recipients.`)
  }
  if (left.columns > 0) {
    parts.push(
      byHeaders
        ? `${plural(formats, left.columns, 'column')} left out: a message has at most ${mostColumns}.`
        : `${plural(formats, left.columns, 'column')} left out, because the table has no more. Copy the first line with the names too, or add columns first.`,
    )
  }
  return parts.join(' ')
}
