import { columnUse } from '#shared/domain/drafts/person-values.ts'
import { distinctNames } from '#shared/domain/drafts/substitution.ts'

/** The variables that can be written into a message: the columns of its recipients, then other names that are in use. */
export function variableNames(columns: readonly string[], used: readonly string[]): string[] {
  const ofColumns = columns.flatMap((column) => {
    const use = columnUse(column)
    return use.kind === 'variable' ? [use.name] : []
  })
  return distinctNames([...ofColumns, ...used])
}
