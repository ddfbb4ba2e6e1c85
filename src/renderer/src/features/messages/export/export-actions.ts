import { plural } from '#shared/domain/base/plural.ts'
import type { AppState } from '../../../lib/state/app-state.svelte.ts'
import type { MenuItem } from '../../../lib/ui/menus/menu-model.ts'
import type { MessageSearch } from '../search/message-search.svelte.ts'
import { exportAddress } from './export-address.ts'
import { mostSpans, selectedSpans } from './selected-spans.ts'

function exportMatches(app: AppState, { text, sort }: MessageSearch): void {
  app.router.go(...exportAddress({ text, sort }))
}

export async function exportSelection(app: AppState, search: MessageSearch): Promise<void> {
  const { text, sort, question, chosen, count } = search
  const { selection } = chosen
  if (search.isUnreadable) {
    app.toasts.info('Part of the search can’t be read. Correct the search first.')
    return
  }
  if (selection.ranges.length > mostSpans) {
    app.toasts.info(`Select at most ${mostSpans} separate groups of rows, or narrow the search.`)
    return
  }
  await app.attempt(async () => {
    const spans = await selectedSpans(selection, count?.value ?? 0, async (index) => (await search.load(index))?.row)
    if (question !== search.question) return
    if (spans === undefined) app.toasts.info('The selected rows are still being read. Try again in a moment.')
    else app.router.go(...exportAddress({ text, sort, spans }))
  })
}

export function exportItems(app: AppState, search: MessageSearch): MenuItem[] {
  const { count, isUnreadable } = search
  const { size } = search.chosen.selection
  // The rows belong to a different search than the one in the field.
  const correctFirst = isUnreadable && { detail: 'Correct the search first', disabled: true }
  return [
    {
      label: 'All matches…',
      ...(count && { detail: `${count.exact ? '' : 'about '}${plural(app.formats, count.value, 'message')}` }),
      ...correctFirst,
      onselect: () => exportMatches(app, search),
    },
    {
      label: 'Selected rows…',
      detail: size === 0 ? 'Select rows first' : plural(app.formats, size, 'message'),
      disabled: size === 0,
      ...correctFirst,
      onselect: () => void exportSelection(app, search),
    },
  ]
}
