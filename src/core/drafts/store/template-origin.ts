import { createHash } from 'node:crypto'
import { z } from 'zod'
import { editedTemplate, type DraftContent, type EditedTemplate } from '#shared/contract/base/draft.ts'
import type { TemplateContent } from '#shared/contract/templates.ts'

export const storedTemplate = editedTemplate.extend({
  /** The digest of the content with which editing began. */
  begunWith: z.string().max(100),
})
export type StoredTemplate = z.infer<typeof storedTemplate>

type Stored = {
  readonly template: StoredTemplate | null
  readonly content: DraftContent
  readonly temporary: boolean
}

/**
 * Digests of the content that an update sends. Each change replaces the content object, so each object is digested only
 * once.
 */
const digests = new WeakMap<DraftContent, string>()

export function digestOf(content: DraftContent): string {
  const known = digests.get(content)
  if (known !== undefined) return known
  const { description = '', from, subject, html, text, textMode } = content
  const sent = { description, from: [from.address, from.name], subject, html, text: textMode === 'none' ? '' : text }
  // Drafts on disk contain the hash of one flat list, so the order of these fields must not change.
  const list = Object.values(sent satisfies Record<keyof TemplateContent, unknown>).flat()
  const digest = createHash('sha256').update(JSON.stringify(list)).digest('base64')
  digests.set(content, digest)
  return digest
}

/**
 * Whether a draft contains changes that could be lost. False for a template’s draft that was opened but not changed,
 * and for a draft that a command has written and is about to send.
 */
export function isEdited({ template, content, temporary }: Stored): boolean {
  if (temporary) return false
  return template === null || digestOf(content) !== template.begunWith
}

export function originOf({ template }: Pick<Stored, 'template'>): EditedTemplate | null {
  if (!template) return null
  const { id, base, name, description, source } = template
  return { id, base, name, description, source }
}
