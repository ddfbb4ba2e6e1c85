import type { ExportManifest } from '#shared/contract/exports.ts'
import { english, plural } from '#shared/domain/base/plural.ts'

/** Facts that a reader of the file must know. Empty if the file is as requested. */
export function manifestText({ cutCells, replacedCells, completeness, notes }: ExportManifest): string {
  const sentences = [...notes]
  if (cutCells > 0) {
    sentences.push(
      `Shortened ${plural(english, cutCells, 'text')} too long for a cell, and added a note at the end of each.`,
    )
  }
  if (replacedCells > 0) {
    sentences.push(
      `Replaced characters that the format can’t store in ${plural(english, replacedCells, 'text')}, and added a note at the end of each.`,
    )
  }
  if (completeness === 'cannot-tell') {
    sentences.push(
      'The service didn’t report the length of its response, so Mailroom can’t confirm that the download is complete.',
    )
  }
  return sentences.join(' ')
}
