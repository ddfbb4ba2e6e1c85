/** One entry of a select, combobox, radio group or segmented control. */
export type Option<Value extends string = string> = {
  value: Value
  label: string
  /** A second, quieter line or end text. */
  detail?: string
  group?: string
  disabled?: boolean
}
