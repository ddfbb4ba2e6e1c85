import type { ExportEntry } from '#shared/contract/exports.ts'
import type { WantedFile } from './read-export.ts'

/**
 * Finds an earlier export of the same delta to the same destination whose file was not delivered; null if there is
 * none. Running that export again delivers what was kept, or queries the service as a new export would. A new export,
 * however, would replace the file of the earlier one. `entries` must be the exports to the wanted folder, because an
 * entry names its folder without the path.
 */
export function unfinishedDelta(entries: readonly ExportEntry[], wanted: WantedFile): ExportEntry | null {
  if (wanted.what.source !== 'delta') return null
  const same = entries.filter((entry) => isSame(entry, wanted))
  // After a crash, an interrupted export may have a kept response, too. The app looks for it when the export runs
  // again.
  return same.findLast(({ keepsDelta }) => keepsDelta) ?? same.find(({ state }) => state === 'interrupted') ?? null
}

/** Reminds the user that the kept messages exist only here: the service won’t include them in another delta. */
export function otherKept(entries: readonly ExportEntry[]): string {
  const names = entries.filter(({ keepsDelta }) => keepsDelta).map(({ name }) => `“${name}”`)
  if (names.length === 0) return ''
  return `New messages for ${names.join(', ')} were downloaded but not written to a file. Export to the same file again, or run the export under Exports in the app.`
}

export const keptText = 'The service’s response was kept. Export again to get the file.'
export const undeliveredText =
  'The service won’t include the messages of this export in another delta, so they were written to a file:'
export const deliveredText =
  'This is an earlier delta that hadn’t been saved to its file. Export again to get anything newer.'

function isSame({ what, layout, saveAs }: ExportEntry, wanted: WantedFile): boolean {
  return (
    what.source === 'delta' &&
    layout.format === wanted.layout.format &&
    layout.gzip === wanted.layout.gzip &&
    saveAs.name === wanted.saveAs.name &&
    saveAs.ifTaken === wanted.saveAs.ifTaken
  )
}
