import type { Loader } from './loader.svelte.ts'

/**
 * Takes an item that was removed from a list at once, and reads the list again. A list that is being read already may
 * arrive after the focus has moved to the next row, and take that row along.
 */
export function takeFromList<Item extends { readonly id: string }>(loader: Loader<readonly Item[]>, id: string): void {
  loader.put((loader.value ?? []).filter((item) => item.id !== id))
  void loader.load()
}
