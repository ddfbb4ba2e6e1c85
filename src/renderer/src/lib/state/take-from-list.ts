import type { Loader } from './loader.svelte.ts'

/**
 * Drops a removed item from a list on the screen immediately, then reads the list again. Otherwise, a list that is
 * already being read could arrive after the focus has moved to the next row, and replace that row.
 */
export function takeFromList<Item extends { readonly id: string }>(loader: Loader<readonly Item[]>, id: string): void {
  loader.put((loader.value ?? []).filter((item) => item.id !== id))
  void loader.load()
}
