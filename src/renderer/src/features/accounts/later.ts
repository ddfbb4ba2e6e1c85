/** Loaded only while there is no account. */
export const loadWelcome = () => import('./Welcome.svelte')
