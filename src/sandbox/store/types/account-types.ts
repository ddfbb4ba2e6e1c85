import type { Address, Page } from './message-types.ts'

export const blacklistTypes = ['bounces', 'complaints', 'unsubscribers'] as const
export type BlacklistType = (typeof blacklistTypes)[number]
export type BlacklistEntry = {
  email: string
  date: number
  reason: string
  list: string | null
}
export type BlacklistQuery = Page & {
  list?: string | null
  descending?: boolean
}

export type ApiKey = {
  id: string
  hash: string
  key: string
  iPFilterEnabled: boolean
  allowedIPs: string[]
  description: string
  createdAt: number
  updatedAt: number
  enabled: boolean
}

export type DomainRecord = {
  type: string
  name: string
  value: string
  verified: boolean
}
const domainFlags = [
  'verifiedDkim',
  'verifiedSpf',
  'verifiedMx',
  'verifiedA',
  'verifiedTracking',
  'verifiedDomain',
] as const
export type DomainFlag = (typeof domainFlags)[number]
export const domainFlagsAs = (isVerified: boolean) =>
  Object.fromEntries(domainFlags.map((flag) => [flag, isVerified])) as Record<DomainFlag, boolean>
export type Domain = {
  id: string
  accountId: string
  sending: string
  tracking: string
  email: string
  createdAt: number
  updatedAt: number
  default: boolean
  /** Whether the domain’s DKIM key has 2048 bits instead of 1024. */
  dkim2048?: boolean
  /** A second SPF record in DNS, which invalidates both. */
  secondSpf?: string
} & Record<DomainFlag, boolean>

export type DedicatedIp = {
  id: string
  /** 0 for transactional, 1 for bulk mail. */
  type: 0 | 1
  ip: string
  subscriptionDate: number
  expirationDate: number
}

/** Members that are not set are absent. */
export type SendingConfiguration = {
  trackOpens: boolean
  trackClicks: boolean
  trackMailTo: boolean
  /** Whether a sender’s domain is added to the account when it is first used. */
  addNewDomains: boolean
  googleAnalytics: {
    enable?: boolean
    utmSource?: string
    utmMedia?: string
    utmContent?: string
    utmCampaign?: string
  }
  /** `content` is HTML or an address that replaces `{{UNSUB}}`; `blacklistId` names a custom list. */
  unsubscribe: { enable?: boolean; content?: string; blacklistId?: string }
  customTrack: { enable?: boolean; customs?: { key: string; value: string }[] }
}

export type Template = {
  id: string
  /** The slug of the description, by which sends refer to the template. */
  name: string
  description: string
  from: Address
  subject: string
  htmlContent: string
  textContent: string
  createdAt: number
  updatedAt: number
}
export type TemplateInput = Pick<Template, 'description' | 'from' | 'subject' | 'htmlContent' | 'textContent'>

export type User = {
  id: string
  username: string
  civility: 1 | 2
  firstName: string
  lastName: string
  customerType: number
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
  settings: { newsletter: boolean; language: string; dateFormat: string; timeFormat: string; timezone: string }
}

export type Account = {
  id: string
  name: string
  /** The user’s value for the authentication header. */
  username: string
  userId: string
  createdAt: number
}

/** Small named values that survive a restart, such as the clock and the scenario. */
export type Settings = {
  get(name: string): string | null
  set(name: string, value: string): void
}
