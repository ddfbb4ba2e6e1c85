import { emptyContent } from '#shared/domain/drafts/empty-content.ts'
import type { Draft, DraftSummary } from '#shared/contract/drafts.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { CommandInput } from '#shared/contract/table.ts'
import type { AppState } from '../../../lib/state/app-state.svelte.ts'
import type { Host } from '../../../lib/host/host.ts'
import { goToPlace } from '../../../lib/state/go-to-place.ts'
import type { EditedDraft } from '../../editor/index.ts'

export type Start = CommandInput<'drafts.create'>['start']

export function startMessage(app: AppState, accountId: string, start: Start): Promise<void> {
  return openWhenMade(app, accountId, () => madeDraft(app.host, accountId, start))
}

/** Creates a draft from an HTML or email file, and opens it. */
export async function startWithFile(app: AppState, accountId: string, file: File): Promise<void> {
  // The host would reject an empty upload with a less helpful error.
  if (file.size === 0) throw new AppError('file-unusable', `${file.name} is empty. Choose another file.`)
  await openWhenMade(app, accountId, async () => {
    const [uploaded] = await app.host.upload([file])
    return uploaded ? madeDraft(app.host, accountId, { from: 'file', token: uploaded.token }) : null
  })
}

/** Opens a draft once it is made, or offers it if the user has gone elsewhere in the meantime. */
async function openWhenMade(app: AppState, accountId: string, make: () => Promise<string | null>): Promise<void> {
  const place = app.router.destination
  const id = await make()
  if (id === null) return
  const segments = ['compose', id]
  if (app.router.destination === place) return app.router.go(segments)
  const open = () => void app.attempt(() => goToPlace(app, { accountId, segments, query: {} }))
  app.toasts.ok('The draft was created.', { action: { label: 'Open draft', run: open } })
}

async function madeDraft(host: Host, accountId: string, start: Start): Promise<string> {
  const empty = start.from === 'blank' ? await untouchedDraft(host, accountId) : null
  const { id } = empty ?? (await host.invoke('drafts.create', { accountId, start }))
  return id
}

/** Starts a message from a file. A draft in which nothing has been written is removed, because the message replaces it. */
export async function useAsMessage(app: AppState, draft: EditedDraft, file: File): Promise<void> {
  await draft.flush()
  await startWithFile(app, draft.accountId, file)
  if (isUntouched(draft)) await app.host.invoke('drafts.remove', { id: draft.id })
}

/** Whether nothing has been written. The sender is filled in automatically, so it does not count. */
export function isUntouched({ content, people }: Pick<Draft, 'content' | 'people'>): boolean {
  const written = { ...content, from: emptyContent.from, htmlMode: emptyContent.htmlMode }
  return people.rows.length === 0 && people.columns.length === 0 && JSON.stringify(written) === blank
}
const blank = JSON.stringify(emptyContent)

/**
 * Returns an earlier blank draft, or null if there is none: opening the editor repeatedly must not accumulate empty
 * drafts.
 */
async function untouchedDraft(host: Host, accountId: string): Promise<Draft | null> {
  const drafts = await host.invoke('drafts.list', { accountId })
  const found = drafts.find(isBlank)
  const draft = found ? await host.invoke('drafts.get', { id: found.id }).catch(() => null) : null
  return draft && isUntouched(draft) ? draft : null
}

/** Whether a draft looks blank, judging by its entry in the list of drafts. */
function isBlank({ template, subject, preview, recipients, parts }: DraftSummary): boolean {
  return template === null && subject === '' && preview === '' && recipients === 0 && parts === 0
}
