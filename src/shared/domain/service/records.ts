/**
 * The service’s resources (part 2 of its documentation) in the app’s form. Dates are epoch milliseconds, values that
 * the service did not return are null, and `extra` contains the fields unknown to this version, unchanged.
 */
export type Extra = Readonly<Record<string, unknown>>

export type Recipient = { address: string; personalName: string }

export type ExportRecord = {
  id: string
  apiKey: string
  createdDate: number | null
  lastStateDate: number | null
  from: string
  email: string
  subject: string
  /** Bytes. */
  size: number | null
  tags: readonly string[]
  lastState: string
  open: number
  click: number
  extra: Extra | null
}
