import type { DraftSummary } from '#shared/contract/drafts.ts'

export function segmentsOfDraft({ id, template }: Pick<DraftSummary, 'id' | 'template'>): readonly string[] {
  if (!template) return ['compose', id]
  return template.id === null ? ['templates', 'new'] : ['templates', template.id, 'edit']
}
