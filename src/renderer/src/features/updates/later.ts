/** Loaded once the first view is painted, so that the start does not wait for it. */
export const loadNewVersionLine = () => import('./NewVersionLine.svelte')
