import type { DraftContent } from '#shared/contract/base/draft.ts'
import type { PersonValues } from './person-values.ts'
import { withPreheader } from './preheader.ts'
import { substitute, substitutionValues, unknownPlaceholders } from './substitution.ts'

type Texts = Pick<DraftContent, 'subject' | 'preheader' | 'html' | 'text' | 'textMode'>

/** A message as one person gets it. */
export type RenderedDraft = {
  readonly subject: string
  readonly preheader: string
  readonly html: string
  readonly text: string
  /** Placeholders that stay as written, because this person has no value for them. */
  readonly unknown: readonly string[]
}

/** Renders a draft as the service would: values are escaped in HTML, and unknown names stay. */
export function renderDraft(content: Texts, { values, subject: own }: PersonValues): RenderedDraft {
  const known = substitutionValues(values)
  const subject = own === undefined || own === '' ? content.subject : own
  const text = content.textMode === 'none' ? '' : content.text
  return {
    subject: substitute(subject, known, 'text'),
    preheader: substitute(content.preheader, known, 'text'),
    html: substitute(withPreheader(content.html, content.preheader), known, 'html'),
    text: substitute(text, known, 'text'),
    unknown: unknownPlaceholders(known, subject, content.preheader, content.html, text),
  }
}
