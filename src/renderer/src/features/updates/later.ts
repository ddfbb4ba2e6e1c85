/** Loaded after the first view has been painted, so as not to delay startup. */
export const loadNewVersionLine = () => import('./NewVersionLine.svelte')
