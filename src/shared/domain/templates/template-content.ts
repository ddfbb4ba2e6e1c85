import type { DraftContent } from '../../contract/base/draft.ts'
import type { TemplateContent } from '../../contract/templates.ts'

/** What an update sends of a draft. */
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

/** The parts in which two contents of a template differ, as users call them. */
export function changedParts(one: TemplateContent, other: TemplateContent): readonly string[] {
  const parts: readonly (readonly [string, boolean])[] = [
    ['description', one.description !== other.description],
    ['sender', one.from.address !== other.from.address || one.from.name !== other.from.name],
    ['subject', one.subject !== other.subject],
    ['HTML', one.html !== other.html],
    ['text part', one.text !== other.text],
  ]
  return parts.filter(([, isChanged]) => isChanged).map(([name]) => name)
}
