import type { Template, TemplateContent } from '#shared/contract/templates.ts'
import type { AppState } from '../../lib/state/app-state.svelte.ts'

/**
 * Undoes a removal. The service may have had a newer copy than the one on the screen; that copy was kept before the
 * removal.
 */
export async function undoRemoval(app: AppState, accountId: string, shown: Template): Promise<void> {
  const of = { accountId, id: shown.id }
  const { versions } = await app.host.invoke('templates.history', of)
  const last = versions.find(({ isCurrent }) => isCurrent) ?? versions.find(({ state }) => state !== 'refused')
  const content = last ? await app.host.invoke('templates.version', { ...of, version: last.id }) : shown
  await createAgain(app, { accountId, effectId: crypto.randomUUID(), content })
}

type Again = { readonly accountId: string; readonly effectId: string; readonly content: TemplateContent }

/** Creates a removed template again. Programs can still find it by name, but it has a new id. Returns the id, if known. */
export async function createAgain(app: AppState, { accountId, effectId, content }: Again): Promise<string | null> {
  const { description, from, subject, html, text } = content
  const again = { accountId, effectId, description, from, subject, html, text }
  const { id, name } = await app.host.invoke('templates.create', again)
  app.toasts.ok(`The template “${name}” was created again with a new ID.`)
  return id
}
