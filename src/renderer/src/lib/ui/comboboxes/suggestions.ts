import { decomposed } from '#shared/domain/text/decomposed.ts'
import type { Choice } from '../fields/option.ts'

/** Folds case and accents, so that "jose" finds "José". */
export function fold(text: string): string {
  return decomposed(text).replace(/\p{M}/gu, '').toLowerCase()
}

/** Choices that contain every typed word, those that start with the text first. The order is otherwise kept. */
export function suggest<Value extends string>(choices: readonly Choice<Value>[], typed: string): Choice<Value>[] {
  const text = fold(typed.trim())
  if (text === '') return [...choices]
  const words = text.split(/\s+/)
  const matching = choices.filter((choice) => {
    const hay = fold(`${choice.label} ${choice.detail ?? ''} ${choice.value}`)
    return words.every((word) => hay.includes(word))
  })
  const starts = (choice: Choice<Value>) => fold(choice.label).startsWith(text)
  return [...matching.filter(starts), ...matching.filter((choice) => !starts(choice))]
}

/** The next entry that can be chosen; -1 stands for "none", one step before the first. */
export function stepActive(choices: readonly Choice[], active: number, step: 1 | -1): number {
  for (let tried = 0, next = active; tried < choices.length; tried++) {
    next = next + step
    if (next < 0) next = choices.length - 1
    if (next >= choices.length) next = 0
    if (!choices[next]?.disabled) return next
  }
  return -1
}
