import { exportEnding } from '#shared/contract/base/export-choices.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { ExportLayout, SaveAs, ExportWhat } from '#shared/contract/exports.ts'
import { exportFileName, hasIndex, namePatternProblem } from '#shared/domain/exports/file-name.ts'
import { numbered, type NumberedName } from '../../base/whole-files/free-name.ts'
import { knownZone } from '../../messages/index.ts'

type Named = {
  readonly what: ExportWhat
  readonly layout: ExportLayout
  readonly saveAs: Pick<SaveAs, 'name'>
  readonly startedAt: number
}

export function refuseName({ name }: Pick<SaveAs, 'name'>): void {
  const problem = namePatternProblem(name)
  if (problem !== null) throw new AppError('invalid-input', problem)
}

/** The numbered names that the file may get. The first free name is used, or simply the first if it replaces a file. */
export function namesOf({ what, layout, saveAs, startedAt }: Named, account: string): NumberedName {
  const { format, gzip } = layout
  const { from, to } = what.source === 'service' ? what : { from: null, to: null }
  const shared = { account, source: what.source, from, to, format, gzip, startedAt, zone: knownZone(layout.zone) }
  const nameAt = (index: number): string => exportFileName(saveAs.name, { ...shared, index })
  if (hasIndex(saveAs.name)) return nameAt
  const ending = exportEnding(format, gzip)
  return numbered(nameAt(1).slice(0, -ending.length), ending)
}

/** A number in a name is meant to count up, so a file with such a number never replaces another file. */
export function mayReplace({ name, ifTaken }: SaveAs): boolean {
  return ifTaken === 'replace' && !hasIndex(name)
}
