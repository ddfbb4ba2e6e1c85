/** Loaded when it is opened. */
export const loadSearchHelp = () => import('./SearchHelp.svelte')
