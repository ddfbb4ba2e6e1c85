/** Loaded once the first view is painted: no start waits for it. */
export const loadNewVersionLine = () => import('./NewVersionLine.svelte')
