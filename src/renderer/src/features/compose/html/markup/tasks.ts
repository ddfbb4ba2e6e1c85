import type { Place } from './places.ts'
import type { Edit } from '../source/edits.ts'
import type { Markup, TooLarge } from './markup.ts'

/** What the worker does with a text: all that could take longer than a frame. */
export type Tasks = {
  parse: Markup | TooLarge
  /** The same with what of it can be edited in place. */
  places: (Markup & { readonly places: readonly Place[] }) | TooLarge
  format: readonly Edit[] | null
  breakLines: readonly Edit[] | null
  text: string
}
export type TaskName = keyof Tasks

export type TaskRequest = { readonly id: number; readonly task: TaskName; readonly html: string }
export type TaskReply =
  { readonly id: number; readonly output: Tasks[TaskName] } | { readonly id: number; readonly failure: string }
