import { Toasts } from '../lib/ui/toasts/toasts.svelte.ts'

/** Shared by the page and the samples that raise toasts. */
export const toasts = new Toasts()
