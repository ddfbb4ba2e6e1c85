/** Loaded only while there is no account yet. */
export const loadWelcome = () => import('./Welcome.svelte')
