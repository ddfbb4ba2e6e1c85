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
} from './confirm/option-texts.ts'
export { default as SendDialog } from './confirm/SendDialog.svelte'
export { default as UndoBar } from './confirm/UndoBar.svelte'
export { loadTestDraft } from './later.ts'
export { nameOf, recipientsOf } from './list/message-words.ts'
export { default as MessageList } from './list/MessageList.svelte'
export { default as SendDetail } from './sent/SendDetail.svelte'
export { default as SentHistory } from './sent/SentHistory.svelte'
export { default as DraftTestDialog } from './trial/DraftTestDialog.svelte'
export { startDryRun } from './trial/dry-run.ts'
export { default as RehearseDrawer } from './trial/RehearseDrawer.svelte'
export type { TestDraft } from './trial/test-draft.svelte.ts'
export { default as TestMessage } from './trial/TestMessage.svelte'
