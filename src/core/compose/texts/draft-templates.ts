import { randomUUID } from 'node:crypto'
import type { DraftContent } from '#shared/contract/base/draft.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { Templates } from '../../templates/index.ts'

/** A draft with the content of a template. */
export async function contentOfTemplate(
  templates: Templates,
  { accountId, id, signal }: { accountId: string; id: string; signal: AbortSignal },
): Promise<Partial<DraftContent>> {
  const { template } = await templates.get(accountId, id, signal)
  if (!template) throw new AppError('not-found', 'The account no longer has this template.')
  const { from, subject, html, text } = template
  return { from, subject, html, text, textMode: text === '' ? 'made' : 'written' }
}

type Wanted = {
  readonly accountId: string
  readonly id: string | null
  readonly description: string
  readonly content: DraftContent
  readonly signal: AbortSignal
}

/** Adds a template, or updates the one of `id`. A send refers to it by the name. */
export async function saveAsTemplate(
  templates: Templates,
  wanted: Wanted,
): Promise<{ id: string | null; name: string }> {
  const { accountId, id, description, signal } = wanted
  const { from, subject, html, text, textMode } = wanted.content
  const content = { description, from, subject, html, text: textMode === 'none' ? '' : text }
  const effect = { accountId, effectId: randomUUID(), content }
  if (id === null) {
    const { id: added, name } = await templates.create(effect, signal)
    return { id: added, name }
  }
  // The user chose which template to replace, without having edited it: there is no version that it was built on.
  const { name } = await templates.update({ ...effect, id, base: null, overwrite: true, of: null }, signal)
  return { id, name }
}
