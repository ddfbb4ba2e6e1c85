/**
 * The user’s arrangement of a dashboard’s panels. Unknown panel names are kept, because another version may recognise them.
 */
export type Arranged = { readonly order: readonly string[]; readonly hidden: readonly string[] }

export const asDesigned: Arranged = { order: [], hidden: [] }

/** Settings are stored in a file that anyone can edit, so the content is not trusted. */
export function readArranged(saved: unknown): Arranged {
  const { order, hidden } = (typeof saved === 'object' && saved !== null ? saved : {}) as Record<string, unknown>
  return { order: namesIn(order), hidden: namesIn(hidden) }
}

function namesIn(value: unknown): string[] {
  const names = Array.isArray(value) ? value.filter((name) => typeof name === 'string') : []
  return [...new Set(names)]
}

/**
 * Returns the panels in the user’s order. A panel missing from that order is placed after its predecessor in the
 * designed order.
 */
export function inUsersOrder(designed: readonly string[], order: readonly string[]): string[] {
  const placed = order.filter((id) => designed.includes(id))
  for (const [at, id] of designed.entries()) {
    if (placed.includes(id)) continue
    placed.splice(at === 0 ? 0 : placed.indexOf(designed[at - 1]!) + 1, 0, id)
  }
  return placed
}
