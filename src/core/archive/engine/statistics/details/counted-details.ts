import { mostDetailLines } from '#shared/contract/base/statistics-limits.ts'
import type { ArchiveDetails } from '#shared/domain/statistics/archive-statistics.ts'
import type { DetailSums } from './detail-sums.ts'

export type DetailFigures = Omit<ArchiveDetails, 'horizon'>

/** Joins the sums over records with the figures that come from columns. */
export function countedDetails(
  sums: DetailSums,
  columns: Pick<DetailFigures, 'messages' | 'delivered' | 'sizes'>,
): DetailFigures {
  const { refused, reasons, opened, clicked, openTimes, undated, links, platforms, places } = sums
  return {
    ...columns,
    refused: { ...refused, reasons: reasons.largest(mostDetailLines) },
    timeToOpen: { classes: openTimes, undated },
    opened,
    clicked,
    links: links.largest(mostDetailLines),
    platforms: platforms.largest(mostDetailLines),
    places: places.largest(mostDetailLines),
  }
}
