/**
 * The part of a keyboard event that shortcuts depend on. A shortcut has a single notation, "Mod+Shift+K": `Mod` is
 * Command on a Mac and Control elsewhere.
 */
type KeyPress = {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
  altKey: boolean
}

const macSymbols: Record<string, string> = { Mod: '⌘', Ctrl: '⌃', Shift: '⇧', Alt: '⌥', Enter: '↵', Backspace: '⌫' }
const keySymbols: Record<string, string> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  Delete: 'Del',
}

function onMac(): boolean {
  return typeof navigator !== 'undefined' && /^(Mac|iP)/.test(navigator.platform)
}

/** Returns the keys as shown to the user, one entry per key. */
export function shortcutKeys(shortcut: string, mac = onMac()): string[] {
  return shortcut.split('+').map((part) => {
    const symbol = mac ? macSymbols[part] : part === 'Mod' ? 'Ctrl' : undefined
    return symbol ?? keySymbols[part] ?? part
  })
}

/** The value of `aria-keyshortcuts`. */
export function ariaShortcut(shortcut: string, mac = onMac()): string {
  return shortcut.replace(/\bMod\b/, mac ? 'Meta' : 'Control').replace(/\bCtrl\b/, 'Control')
}

export function matchesShortcut(event: KeyPress, shortcut: string, mac = onMac()): boolean {
  const parts = shortcut.split('+')
  const key = parts.pop() ?? ''
  const wants = (modifier: string) => parts.includes(modifier)
  const control = wants('Ctrl') || (wants('Mod') && !mac)
  const meta = wants('Mod') && mac
  if (event.ctrlKey !== control || event.metaKey !== meta || event.altKey !== wants('Alt')) return false
  // "?" already includes Shift on most layouts and does not need it on others: Shift counts only for letters and named
  // keys.
  const shiftMatters = key.length > 1 || /[a-z]/i.test(key)
  if (shiftMatters && event.shiftKey !== wants('Shift')) return false
  return event.key.toLowerCase() === key.toLowerCase()
}

/**
 * Returns the digit pressed together with Alt; null for any other key. The row of digits is recognized by its position,
 * because Option+1 is “¡” on a Mac, and 1 is “&” on a French keyboard. In a text field on a Mac, Option still types
 * characters: on a Spanish keyboard, Option+2 is “@”.
 */
export function altDigit(event: KeyPress & { code: string }, inTextField: boolean, mac = onMac()): number | null {
  if (!event.altKey || event.ctrlKey || event.metaKey) return null
  const digit = /^Digit(\d)$/.exec(event.code)?.[1] ?? event.key
  const isText = mac && inTextField && digit !== event.key
  return /^\d$/.test(digit) && !isText ? Number(digit) : null
}

/**
 * Whether a key types a character. AltGr, which types “@” on a German keyboard, counts as Ctrl+Alt on Windows; on a Mac,
 * Option does the same.
 */
export function typesCharacter(event: KeyPress & Pick<KeyboardEvent, 'getModifierState'>, mac = onMac()): boolean {
  if (event.key.length !== 1 || event.metaKey) return false
  return event.getModifierState('AltGraph') || (!event.ctrlKey && (!event.altKey || mac))
}

export function isInTextField(): boolean {
  return /INPUT|TEXTAREA/.test(document.activeElement?.tagName ?? '')
}

/**
 * Whether a key moves to a search field. A slash that is typed as text does not, and no key does while a dialog is
 * open.
 */
export function asksForSearch(event: KeyboardEvent): boolean {
  if (document.querySelector('dialog:modal')) return false
  return matchesShortcut(event, 'Mod+F') || (event.key === '/' && !isInTextField())
}
