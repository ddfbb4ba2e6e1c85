import type { DraftContent } from '#shared/contract/base/draft.ts'
import { columnUse } from '#shared/domain/compose/person-values.ts'
import { placeholders } from '#shared/domain/compose/substitution.ts'

/** The variables that can be written into a message: the columns of its recipients, then other names that are in use. */
export function variableNames(
  columns: readonly string[],
  { subject, preheader, html, text }: Pick<DraftContent, 'subject' | 'preheader' | 'html' | 'text'>,
): string[] {
  const ofColumns = columns.flatMap((column) => {
    const use = columnUse(column)
    return use.kind === 'variable' && use.name !== '' ? [use.name] : []
  })
  const known = new Map<string, string>()
  for (const name of [...ofColumns, ...placeholders(subject, preheader, html, text)])
    if (!known.has(name.toLowerCase())) known.set(name.toLowerCase(), name)
  return [...known.values()]
}
