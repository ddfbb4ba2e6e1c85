/** Loaded for the first copy, so that the code for the summary does not delay the first view. */
export const loadCopyAnswer = () => import('./detail/copy-answer.ts')
