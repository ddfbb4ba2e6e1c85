import { AppError } from '#shared/contract/base/error.ts'
import type { ParsedInput } from '#shared/contract/table.ts'
import { columnProblem } from '#shared/domain/exports/archive-columns.ts'
import { instantsOf } from '../statistics/index.ts'
import { knownZone } from '../messages/index.ts'
import { refuseName } from './file/names.ts'
import type { History } from './history/history.ts'
import type { ExportContentNeeds } from './source/content.ts'

type Wanted = ParsedInput<'exports.start'>

/** The chosen folder; null if the file is to wait until it is saved. */
export function chosenFolder(
  { accountId, saveAs }: Pick<Wanted, 'accountId' | 'saveAs'>,
  { files, ports, history }: Pick<ExportContentNeeds, 'files' | 'ports'> & { readonly history: History },
): string | null {
  if (saveAs.folder !== null) return files.find(saveAs.folder).path
  if (!ports.capabilities.saveToDisk) return null
  const last = history.lastOf(accountId)?.folderPath ?? null
  if (last === null) throw new AppError('no-folder', 'Choose a folder for the file.')
  return last
}

/** Throws if any choice is invalid. */
export function checkChoices(
  { accountId, what, layout, saveAs }: Wanted,
  { accounts, archives }: Pick<ExportContentNeeds, 'accounts' | 'archives'>,
): void {
  accounts.get(accountId)
  refuseName(saveAs)
  if (what.source === 'service') instantsOf(what, knownZone(what.zone))
  if (what.source !== 'archive') return
  archives.requireHistory(accountId)
  const problem = columnProblem(layout.columns)
  if (problem !== null) throw new AppError('invalid-input', problem)
}
