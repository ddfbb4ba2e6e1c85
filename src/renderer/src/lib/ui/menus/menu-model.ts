import type { IconName } from '../icons/icons.ts'
import { entryAfterKey } from '../keys/entry-keys.ts'

export type MenuItem =
  | {
      kind?: 'action'
      label: string
      onselect: () => void
      icon?: IconName
      /** Shows a dot in this colour instead of an icon. */
      dot?: string
      /** Written as "Mod+C": shown, and announced by screen readers. The caller handles the key. */
      shortcut?: string
      detail?: string
      danger?: boolean
      disabled?: boolean
      /** Turns the item into a toggle. */
      checked?: boolean
      /** Keeps the menu open, so that several items can be chosen. */
      stays?: boolean
    }
  | { kind: 'separator' }
  | { kind: 'heading'; label: string }

function selectable(item: MenuItem | undefined): boolean {
  return item !== undefined && item.kind !== 'separator' && item.kind !== 'heading'
}

/**
 * Returns the item that a key moves the focus to, or undefined for a key that does not move. Disabled items can be
 * reached.
 */
export function menuStep(items: readonly MenuItem[], current: number, key: string): number | undefined {
  const reachable = items.flatMap((item, index) => (selectable(item) ? [index] : []))
  return entryAfterKey(key, current, reachable)
}

/**
 * Returns the next item whose label starts with the typed text, beginning with the current item. Repeating a letter
 * cycles through its items.
 */
export function menuSearch(items: readonly MenuItem[], current: number, typed: string): number | undefined {
  const repeated = [...typed].every((letter) => letter === typed[0])
  const wanted = (repeated ? (typed[0] ?? '') : typed).toLowerCase()
  const start = repeated ? current + 1 : Math.max(current, 0)
  for (let step = 0; step < items.length; step++) {
    const index = (start + step) % items.length
    const item = items[index]
    if (item && selectable(item) && 'label' in item && item.label.toLowerCase().startsWith(wanted)) return index
  }
  return undefined
}
