/** Loaded when the help is opened. */
export const loadSearchHelp = () => import('./SearchHelp.svelte')
