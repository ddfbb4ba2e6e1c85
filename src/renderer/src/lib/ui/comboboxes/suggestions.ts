import { fold } from '#shared/domain/query/fold.ts'
import type { Option } from '../fields/option.ts'
import { entryAfterKey } from '../keys/entry-keys.ts'

/**
 * Returns the options that contain every typed word. Those that start with the text come first, the others in their
 * original order.
 */
export function suggest<Value extends string>(options: readonly Option<Value>[], typed: string): Option<Value>[] {
  const text = fold(typed.trim())
  if (text === '') return [...options]
  const words = text.split(/\s+/)
  const matching = options.filter((option) => {
    const hay = fold(`${option.label} ${option.detail ?? ''} ${option.value}`)
    return words.every((word) => hay.includes(word))
  })
  const starts = (option: Option<Value>) => fold(option.label).startsWith(text)
  return [...matching.filter(starts), ...matching.filter((option) => !starts(option))]
}

/** Returns the option that an arrow key moves to, skipping options that can’t be chosen; -1 if there is none. */
export function optionAfterKey(options: readonly Option[], active: number, key: string): number {
  const reachable = options.flatMap((option, index) => (option.disabled ? [] : [index]))
  return entryAfterKey(key, active, reachable) ?? -1
}
