import { entryAfterKey } from './entry-keys.ts'

/** Moves the focus with the arrow keys, Home and End within a list of links that is a single tab stop. */
export function roveLinks(event: KeyboardEvent, list: HTMLElement): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  const links = [...list.querySelectorAll('a')]
  const current = links.findIndex((link) => link === event.target)
  if (current === -1) return
  const next = entryAfterKey(event.key, current, [...links.keys()])
  if (next === undefined) return
  event.preventDefault()
  links[next]?.focus()
}
