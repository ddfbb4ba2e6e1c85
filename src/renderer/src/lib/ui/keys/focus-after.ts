import { tick } from 'svelte'

/** After a row was removed: the keyboard goes on in its table, or in the page where it was the last one. */
export async function focusAfter(table: { focus(): void } | undefined): Promise<void> {
  await tick()
  if (table) table.focus()
  else document.getElementById('main')?.focus()
}
