import type { ExportEntry } from '#shared/contract/exports.ts'
import type { AppState } from '../../../lib/state/app-state.svelte.ts'
import type { IconName } from '../../../lib/ui/icons/icons.ts'
import type { AccountExports } from './account-exports.svelte.ts'

type EntryAction = {
  readonly label: string
  readonly icon: IconName
  /** Whether the action has its own button in the row. */
  readonly isQuick: boolean
  readonly run: () => void
}

/** Returns the actions currently available for an export, for its row, its menu and its details, most common first. */
export function entryActions(app: AppState, exports: AccountExports, entry: ExportEntry): EntryAction[] {
  const { capabilities } = app.info
  const quick = (label: string, icon: IconName, run: () => unknown) => ({
    label,
    icon,
    isQuick: true,
    run: () => void run(),
  })
  const other = (label: string, icon: IconName, run: () => unknown) => ({ ...quick(label, icon, run), isQuick: false })
  if (exports.isActive(entry)) {
    const isPaused = entry.state === 'paused'
    return [
      quick(isPaused ? 'Resume' : 'Pause', isPaused ? 'play' : 'pause', () => exports.pause(entry, !isPaused)),
      quick('Cancel', 'close', () => exports.cancel(entry)),
    ]
  }
  if (entry.state !== 'done') {
    const label = entry.keepsDelta ? 'Save kept export' : 'Try again'
    return [quick(label, 'refresh', () => exports.runAgain(entry))]
  }
  const { fileToken } = entry
  const isOnDisk = entry.folder !== null
  return [
    ...(fileToken ? [quick('Save…', 'download', () => exports.save(entry, fileToken))] : []),
    ...(isOnDisk && capabilities.openFile ? [quick('Open', 'external-link', () => exports.open(entry))] : []),
    ...(isOnDisk && capabilities.reveal ? [quick('Show in folder', 'folder', () => exports.reveal(entry))] : []),
    ...(isOnDisk && capabilities.reveal ? [other('Copy path', 'copy', () => exports.copyPath(entry))] : []),
    ...(isOnDisk ? [other('Verify', 'shield', () => exports.verify(entry))] : []),
    other('Run again', 'refresh', () => exports.runAgain(entry)),
  ]
}

export function removeLabel(exports: AccountExports, entry: ExportEntry): string {
  return exports.mayHaveOnlyCopy(entry) ? 'Remove from list…' : 'Remove from list'
}
