import type { Salvaged } from './engine/store/salvage.ts'

type Replaced = {
  readonly name: string
  /** Whether syncs fill the file. */
  readonly isSynced: boolean
  readonly salvaged: Salvaged
}

/** Reports that an archive was replaced, and everything the user has to do now. */
export function damagedNotice({ name, isSynced, salvaged: { settings, erased, hadImports } }: Replaced): string {
  const sentences = [`The archive of ${name} was damaged. The damaged file was kept in the data folder.`]
  if (settings && erased) sentences.push('The account’s settings and its list of erased people were recovered.')
  // Without its settings, no sync begins.
  if (isSynced && settings) {
    sentences.push('The next sync will fill a new archive with the messages that the service still has.')
  }
  if (hadImports) sentences.push('Messages from imported files must be imported again.')
  if (!settings) {
    sentences.push(
      'Some of the account’s settings could not be recovered. In Messages, choose Sync settings from the History menu and check them: no sync begins until a period has been chosen.',
    )
  }
  if (!erased) {
    sentences.push(
      'The list of erased people could not be recovered. If you have erased anyone, erase them again. Otherwise, syncs and imports will add their messages again.',
    )
  }
  return sentences.join(' ')
}
