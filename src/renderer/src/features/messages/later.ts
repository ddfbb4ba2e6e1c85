/** Loaded with the first copy: the parts that word the summary are not in the way of the first view. */
export const loadCopyAnswer = () => import('./detail/copy-answer.ts')
