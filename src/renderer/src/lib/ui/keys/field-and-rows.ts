const hasModifier = (event: KeyboardEvent) => event.altKey || event.ctrlKey || event.metaKey || event.shiftKey

/** Returns a key handler for a field that searches rows: ↓ moves into them. */
export function downTo(enter: () => void) {
  return (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' || hasModifier(event) || event.defaultPrevented) return
    event.preventDefault()
    enter()
  }
}

/**
 * Returns a key handler for a table and what surrounds it: Escape moves back to the field. If rows are selected, the
 * table handles Escape first and clears the selection.
 */
export function escapeTo(focus: () => void) {
  return (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    if (event.target instanceof Element && event.target.getAttribute('role') === 'grid') focus()
  }
}

/**
 * Returns a key handler for a list of links: ↓ and ↑ move between the links, and ↑ on the first moves back to the
 * field.
 */
export function moveInLinks(links: () => readonly HTMLElement[], focusField: () => void) {
  return (event: KeyboardEvent): void => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const all = links()
    const place = all.findIndex((link) => link === event.target)
    if (by === undefined || place < 0 || hasModifier(event)) return
    event.preventDefault()
    if (place + by < 0) focusField()
    else all[place + by]?.focus()
  }
}
