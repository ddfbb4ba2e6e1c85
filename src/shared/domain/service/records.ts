/**
 * The resources of interface.md part 2 as the app uses them. Dates are epoch milliseconds, null is a value that the
 * service did not return, and `extra` holds the fields that this version does not know, unchanged.
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

export type UserAgent = {
  ip: string
  latitude: number | null
  longitude: number | null
  country: string
  region: string
  city: string
  postcode: string
  operatingSystem: string
  language: string
  browser: string
  webmail: string
  deviceType: string
  extra: Extra | null
}

/** An open or a click. Some services return only the date. */
export type EventDetail = {
  date: number | null
  userAgent: UserAgent | null
  /** The address of the recipient. */
  recipient: string
  /** The link that was clicked. */
  url: string
  extra: Extra | null
}

export type MessageSummary = {
  receivedAt: number | null
  from: string
  email: string
  subject: string
  size: number | null
  extra: Extra | null
}

export type MessageRecord = {
  id: string
  apiKey: string
  createdDate: number | null
  lastStateDate: number | null
  msg: MessageSummary
  tags: readonly string[]
  lastState: string
  meta: Extra | null
  reason: string
  open: number
  click: number
  openDetails: readonly EventDetail[]
  clickDetails: readonly EventDetail[]
  extra: Extra | null
}

export type MessageDetail = {
  messageId: string
  msg: MessageSummary
  open: number
  click: number
  openDetails: readonly EventDetail[]
  clickDetails: readonly EventDetail[]
  extra: Extra | null
}

export type ApiKey = {
  id: string
  /** Serves as login. */
  hash: string
  /** Serves as password. */
  key: string
  ipFilterEnabled: boolean
  allowedIps: readonly string[]
  description: string
  createdAt: number | null
  updatedAt: number | null
  enabled: boolean
  extra: Extra | null
}

/** Some services return it with a domain. DNS is checked in any case. */
export type DomainRecord = { type: string; name: string; value: string; verified: boolean | null; extra: Extra | null }

export type Domain = {
  id: string
  accountId: string
  sending: string
  tracking: string
  createdAt: number | null
  updatedAt: number | null
  verifiedDkim: boolean
  verifiedSpf: boolean
  verifiedMx: boolean
  verifiedA: boolean
  verifiedTracking: boolean
  verifiedDomain: boolean
  default: boolean
  records: readonly DomainRecord[]
  extra: Extra | null
}

export type Template = {
  id: string
  description: string
  from: Recipient
  subject: string
  htmlContent: string
  textContent: string
  createdAt: number | null
  updatedAt: number | null
  extra: Extra | null
}

export type BlacklistEntry = {
  email: string
  date: number | null
  reason: string
  /** The custom list, if the service names one. */
  list: string
  extra: Extra | null
}

export type UserSettings = {
  newsletter: boolean | null
  language: string
  dateFormat: string
  timeFormat: string
  timezone: string
  extra: Extra | null
}

export type User = {
  id: string
  username: string
  /** 1 = Mr, 2 = Ms. */
  civility: number | null
  firstName: string
  lastName: string
  /** 0 = particular, 1 = professional. */
  customerType: number | null
  company: string
  activity: string
  job: string
  address: string
  address2: string
  zipCode: string
  city: string
  country: string
  phone: string
  mobile: string
  settings: UserSettings | null
  extra: Extra | null
}
