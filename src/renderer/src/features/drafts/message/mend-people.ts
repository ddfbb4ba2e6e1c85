import type { DraftContent, DraftPeople } from '#shared/contract/base/draft.ts'
import type { PeopleMend } from '#shared/domain/drafts/checks/finding.ts'
import { plural } from '#shared/domain/base/plural.ts'
import { withNamesFilled } from '#shared/domain/drafts/people/fill-names.ts'
import { withHeaderLines } from '#shared/domain/drafts/people/header-lines.ts'
import { inSlices } from '../../../lib/state/in-slices.ts'
import type { AppState } from '../../../lib/state/app-state.svelte.ts'
import { type EditedDraft, historyOf, undoOf } from '../../editor/index.ts'

const results: Readonly<Record<PeopleMend['kind'], string>> = {
  'one-line': 'Line breaks replaced',
  'fill-names': '{{name}} filled in from the Name column',
}

/** Fixes a finding about recipients in all affected rows, as a single undo step of the table. */
export async function mendPeople(
  app: Pick<AppState, 'toasts' | 'formats'>,
  draft: EditedDraft,
  mend: PeopleMend,
): Promise<void> {
  const { people: before, content } = draft
  const after = await mended(mend, before, content)
  if (draft.people !== before) {
    app.toasts.warn('The recipients changed in the meantime, so nothing was replaced. Try again.')
    return
  }
  const changed = after.rows.filter((person, row) => person !== before.rows[row]).length
  if (changed === 0) return
  const history = historyOf(draft)
  history.add(before, after)
  draft.changePeople(after)
  const undo = () => {
    const people = history.undo(draft.people)
    if (people) draft.changePeople(people)
  }
  app.toasts.ok(`${results[mend.kind]} in ${plural(app.formats, changed, 'row')}.`, {
    action: undoOf(app, { undo, content: () => draft.people }),
  })
}

async function mended(mend: PeopleMend, before: DraftPeople, content: DraftContent): Promise<DraftPeople> {
  return mend.kind === 'fill-names' ? withNamesFilled(before) : inSlices(withHeaderLines(content, before, mend.cell))
}
