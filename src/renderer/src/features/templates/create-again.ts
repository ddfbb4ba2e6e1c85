import type { TemplateContent } from '#shared/contract/templates.ts'
import type { AppState } from '../../lib/state/app-state.svelte.ts'

/** Of a template that was removed. Programs find it by its name; its id is another one. Returns the id where that is known. */
export async function createAgain(app: AppState, accountId: string, content: TemplateContent): Promise<string | null> {
  const { description, from, subject, html, text } = content
  const again = { accountId, effectId: crypto.randomUUID(), description, from, subject, html, text }
  const { id, name } = await app.host.invoke('templates.create', again)
  app.toasts.ok(`The template “${name}” was created again. Its id is a new one.`)
  return id
}
