import type { DraftPeople } from '#shared/contract/base/draft.ts'
import { areSomeNamed, nameVariable } from '#shared/domain/drafts/people/fill-names.ts'
import { columnUse } from '#shared/domain/drafts/person-values.ts'
import { distinctNames } from '#shared/domain/drafts/substitution.ts'

/**
 * Returns the variables that can be inserted into a message: its recipient columns, then `name` if the recipients’
 * names can fill it, then other names in use.
 */
export function variableNames(people: DraftPeople, used: readonly string[]): string[] {
  const ofColumns = people.columns.flatMap((column) => {
    const use = columnUse(column)
    return use.kind === 'variable' ? [use.name] : []
  })
  return distinctNames([...ofColumns, ...(areSomeNamed(people) ? [nameVariable] : []), ...used])
}
