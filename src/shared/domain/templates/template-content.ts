import type { DraftContent } from '../../contract/base/draft.ts'
import type { TemplateContent } from '../../contract/templates.ts'

/** Returns the part of a draft that an update sends. */
export function templateContent({
  description = '',
  from,
  subject,
  html,
  text,
  textMode,
}: DraftContent): TemplateContent {
  return {
    description: description.trim(),
    from: { address: from.address.trim(), name: from.name.trim() },
    subject,
    html,
    text: textMode === 'none' ? '' : text,
  }
}

/** Returns the parts in which two versions of a template’s content differ, in words that users know. */
export function changedParts(one: TemplateContent, other: TemplateContent): readonly string[] {
  const parts: Readonly<Record<keyof TemplateContent, readonly [string, boolean]>> = {
    description: ['description', one.description !== other.description],
    from: ['sender', one.from.address !== other.from.address || one.from.name !== other.from.name],
    subject: ['subject', one.subject !== other.subject],
    html: ['HTML', one.html !== other.html],
    text: ['text part', one.text !== other.text],
  }
  return Object.values(parts)
    .filter(([, isChanged]) => isChanged)
    .map(([name]) => name)
}
