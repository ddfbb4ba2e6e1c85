import { getContext, setContext } from 'svelte'

/**
 * The properties that a control takes from the Field around it. They are read lazily, so that an error that appears later
 * is connected too.
 */
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

/** The attributes of an input for itself and the Field around it. Use them in the markup, which follows the field. */
export function inputAttributes(field: FieldControl | undefined, label?: string, invalid = field?.invalid) {
  return {
    id: field?.id,
    'aria-label': label,
    'aria-describedby': field?.describedBy,
    'aria-invalid': invalid || undefined,
    required: field?.required,
  }
}

/** The attributes of a group of radio buttons, which the label of the Field can only name. */
export function radioGroupAttributes(field: FieldControl | undefined, label?: string) {
  return {
    role: 'radiogroup',
    'aria-label': label,
    'aria-labelledby': label ? undefined : field?.labelledBy,
    'aria-describedby': field?.describedBy,
    'aria-invalid': field?.invalid || undefined,
  } as const
}
