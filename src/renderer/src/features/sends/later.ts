/** Loaded when it is opened. */
export const loadTestDraft = () => import('./trial/test-draft.svelte.ts')
