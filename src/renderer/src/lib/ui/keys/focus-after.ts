import { tick } from 'svelte'

/** Call this after removing a row: keyboard focus continues in its table, or in the page if the row was the last one. */
export async function focusAfter(table: { focus(): void } | undefined): Promise<void> {
  await tick()
  if (table) table.focus()
  else document.getElementById('main')?.focus()
}
