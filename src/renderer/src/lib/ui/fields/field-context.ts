import { getContext, setContext } from 'svelte'

/** What a control takes from the Field around it. It is read lazily, so that an error that appears later is wired up too. */
type FieldControl = {
  readonly id: string
  readonly describedBy: string | undefined
  readonly invalid: boolean
  readonly required: boolean
  readonly labelledBy: string
}

const key = Symbol('field')

export function provideField(field: FieldControl): void {
  setContext(key, field)
}

/** The Field around the control being created, if any. */
export function currentField(): FieldControl | undefined {
  return getContext<FieldControl | undefined>(key)
}
