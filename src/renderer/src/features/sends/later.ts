/** Loaded when the dialog is opened. */
export const loadTestDraft = () => import('./trial/test-draft.svelte.ts')
