import type { FieldName } from '#shared/domain/drafts/checks/finding.ts'

/** A part of the editor that can be navigated to. */
export type DraftTarget = FieldName | 'checks' | 'preview' | 'variables'
export type HtmlRange = { readonly from: number; readonly to: number }
