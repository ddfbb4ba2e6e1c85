import { withHeaderLines, type HeaderCell } from '#shared/domain/drafts/people/header-lines.ts'
import { plural } from '#shared/domain/base/plural.ts'
import { inSlices } from '../../../lib/state/in-slices.ts'
import type { AppState } from '../../../lib/state/app-state.svelte.ts'
import { type EditedDraft, historyOf, undoOf } from '../../editor/index.ts'

/** Writes the cells of a finding on one line, in all rows: one step of the table's undo. */
export async function mendLines(
  app: Pick<AppState, 'toasts' | 'formats'>,
  draft: EditedDraft,
  cell: HeaderCell,
): Promise<void> {
  const { people: before, content } = draft
  const after = await inSlices(withHeaderLines(content, before, cell))
  if (draft.people !== before) {
    app.toasts.warn('The recipients were changed meanwhile, so nothing was replaced. Try again.')
    return
  }
  const mended = after.rows.filter((person, row) => person !== before.rows[row]).length
  if (mended === 0) return
  const history = historyOf(draft)
  history.add(before, after)
  draft.changePeople(after)
  const undo = () => {
    const people = history.undo(draft.people)
    if (people) draft.changePeople(people)
  }
  app.toasts.ok(`Line breaks replaced in ${plural(app.formats, mended, 'row')}.`, {
    action: undoOf(app, { undo, content: () => draft.people }),
  })
}
