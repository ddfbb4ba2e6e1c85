import type { Control } from '../control/control.ts'
import type { Answer } from '../http/answer.ts'
import { notFound } from '../http/service-error.ts'
import { shown } from '../readers/fields.ts'

export type AdminCall = {
  control: Control
  params: readonly string[]
  query: URLSearchParams
  body: unknown
}
export type AdminHandler = (call: AdminCall) => Answer | Promise<Answer>

/** Returns the value, or throws a refusal that names the missing id. */
export function known<T>(value: T | undefined, id: string): T {
  if (value === undefined) throw notFound(`Nothing was found with the id ${shown(id)}.`)
  return value
}
