import { getContext, setContext } from 'svelte'

/**
 * The properties that a control takes from the surrounding Field. They are read lazily, so that an error that appears later
 * is also connected.
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

/** Returns the Field surrounding the control being created, if any. */
export function currentField(): FieldControl | undefined {
  return getContext<FieldControl | undefined>(key)
}

/**
 * Returns the attributes that connect an input with the surrounding Field. Use them in the markup, which follows the
 * field.
 */
export function inputAttributes(field: FieldControl | undefined, label?: string, invalid = field?.invalid) {
  return {
    id: field?.id,
    'aria-label': label,
    'aria-describedby': field?.describedBy,
    'aria-invalid': invalid || undefined,
    required: field?.required,
  }
}

/**
 * Returns the attributes for a group of radio buttons. The Field’s label names the group, because it can’t be connected
 * to a single input.
 */
export function radioGroupAttributes(field: FieldControl | undefined, label?: string) {
  return {
    role: 'radiogroup',
    'aria-label': label,
    'aria-labelledby': label ? undefined : field?.labelledBy,
    'aria-describedby': field?.describedBy,
    'aria-invalid': field?.invalid || undefined,
  } as const
}
