export { default as ChecksPanel } from './checks/ChecksPanel.svelte'
export { DraftChecks } from './checks/draft-checks.svelte.ts'
export type { FurtherCheck } from './checks/further-check.ts'
export { default as OpenFindings } from './checks/OpenFindings.svelte'
export { isImageFile } from './document/draft-files.svelte.ts'
export { EditedDraft } from './document/edited-draft.svelte.ts'
export { openDrafts } from './document/open-drafts.ts'
export { historyOf, PeopleHistory } from './document/people-history.ts'
export { default as SaveProblem } from './document/SaveProblem.svelte'
export { undoOf } from './document/undo-of.ts'
export type { PartName } from './document/variable-uses.ts'
export { AccountContext } from './fields/account-context.svelte.ts'
export { default as FieldRow } from './fields/FieldRow.svelte'
export {
  analyticsChoice,
  analyticsLines,
  deliveryChoices,
  deliveryLines,
  headerProblem,
  metaProblem,
  metaTypes,
  trackingChoices,
  unsubscribeProblem,
} from './fields/option-texts.ts'
export { chosenSender, senderNote, senderOptions } from './fields/sender-options.ts'
export { default as SenderField } from './fields/SenderField.svelte'
export { droppedFiles, noFilesInTemplates } from './files/add-files.ts'
export { default as FilesPanel } from './files/FilesPanel.svelte'
export { default as AccountLimits } from './frame/AccountLimits.svelte'
export { default as AccountName } from './frame/AccountName.svelte'
export { default as EditorFrame } from './frame/EditorFrame.svelte'
export { default as KeptDraft } from './frame/KeptDraft.svelte'
export { type Panel, type PanelName, panels } from './frame/panels.ts'
export { default as InsertVariable } from './html/InsertVariable.svelte'
export { loadPreviewPanel } from './later.ts'
export { default as InboxLine } from './preview/InboxLine.svelte'
export { default as PlainText } from './preview/PlainText.svelte'
export { RecipientSearch } from './preview/recipient-search.svelte.ts'
export { imagesOf, inlineImagesOf } from './preview/shown-images.ts'
export { default as SourceView } from './preview/SourceView.svelte'
