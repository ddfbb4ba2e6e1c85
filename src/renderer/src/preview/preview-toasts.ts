import { Toasts } from '../lib/ui/index.ts'

/** Shared by the page and the samples that raise toasts. */
export const toasts = new Toasts()
