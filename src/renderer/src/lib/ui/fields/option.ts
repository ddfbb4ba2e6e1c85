import type { IconName } from '../icons/icons.ts'

/** An option in a select, combobox, radio group or segmented control. */
export type Option<Value extends string = string> = {
  value: Value
  label: string
  /** Secondary text, on a separate line or at the end. */
  detail?: string
  icon?: IconName
  group?: string
  disabled?: boolean
}
