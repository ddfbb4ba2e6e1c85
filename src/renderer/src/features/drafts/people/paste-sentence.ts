import { mostColumns, mostPeople } from '#shared/contract/base/draft-limits.ts'
import { plural, type NumberFormat } from '#shared/domain/base/plural.ts'
import type { Paste } from '#shared/domain/drafts/people/paste-block.ts'

export function pasteSentence(formats: NumberFormat, { rows, byHeaders, left }: Paste): string {
  const parts = [
    byHeaders
      ? `${plural(formats, rows, 'recipient')} added. The first line was used for the column names.`
      : `${plural(formats, rows, 'row')} pasted.`,
  ]
  if (left.rows > 0) {
    const most = formats.number(mostPeople)
    parts.push(`${plural(formats, left.rows, 'row')} left out, because a message can have at most ${most} recipients.`)
  }
  if (left.columns > 0) {
    parts.push(
      byHeaders
        ? `${plural(formats, left.columns, 'column')} left out, because a message can have at most ${mostColumns} columns.`
        : `${plural(formats, left.columns, 'column')} left out, because the table has no more columns. Copy the line with the column names too, or add columns first.`,
    )
  }
  return parts.join(' ')
}
