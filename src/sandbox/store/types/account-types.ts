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
export type Blacklists = {
  /** The list that blocks this address. With a custom list only that list and the bounces are looked at. */
  blocking(email: string, list?: string | null): BlacklistType | null
  list(type: BlacklistType, query: BlacklistQuery): { entries: BlacklistEntry[]; total: number }
  get(type: BlacklistType, email: string): BlacklistEntry | null
  /** False when the address is on the list already: the first date and reason stay. */
  add(type: BlacklistType, entry: { email: string; date: number; reason: string; list?: string | null }): boolean
  /** Removes the address from the default and all custom lists of this type. */
  remove(type: BlacklistType, email: string): boolean
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
export type Keys = {
  list(): ApiKey[]
  get(id: string): ApiKey | null
  findBySecret(key: string): ApiKey | null
  /** id, hash and secret are drawn when not given. */
  add(key: Pick<ApiKey, 'description' | 'createdAt'> & Partial<ApiKey>): ApiKey
  update(id: string, change: Partial<Omit<ApiKey, 'id' | 'createdAt'>> & { updatedAt: number }): ApiKey | null
  remove(id: string): boolean
}

export type DomainRecord = {
  type: string
  name: string
  value: string
  verified: boolean
}
export type Domain = {
  id: string
  accountId: string
  sending: string
  tracking: string
  email: string
  createdAt: number
  updatedAt: number
  verifiedDkim: boolean
  verifiedSpf: boolean
  verifiedMx: boolean
  verifiedA: boolean
  verifiedTracking: boolean
  verifiedDomain: boolean
  default: boolean
}
export type DomainFlag =
  'verifiedDkim' | 'verifiedSpf' | 'verifiedMx' | 'verifiedA' | 'verifiedTracking' | 'verifiedDomain'
export type Domains = {
  list(): Domain[]
  get(sending: string): Domain | null
  /** Adds the domain, or changes its tracking domain and address; a changed tracking domain is unverified again. */
  put(domain: { sending: string; tracking: string; email: string }, now: number): Domain
  verify(sending: string, flags: Partial<Record<DomainFlag, boolean>>, now: number): Domain | null
  setDefault(sending: string, now: number): Domain | null
  /** The DNS records that make the domain valid, with the flag each of them has now. */
  records(domain: Domain): DomainRecord[]
}

export type Template = {
  id: string
  /** Slug of the description: the name a send refers to. */
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
export type Templates = {
  list(): Template[]
  get(id: string): Template | null
  findByName(name: string): Template | null
  add(template: TemplateInput & { id?: string }, now: number): Template
  update(id: string, template: Partial<TemplateInput>, now: number): Template | null
  remove(id: string): boolean
}

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
export type Users = {
  list(): User[]
  get(id: string): User | null
  put(user: User): void
}

export type Account = {
  id: string
  name: string
  /** What the authentication header for the user carries. */
  username: string
  userId: string
  createdAt: number
}

export const fileTypes = ['json', 'csv', 'xls', 'xlsx'] as const
export type FileType = (typeof fileTypes)[number]

/** Small named values that outlive a restart: clock offset, scenario, seed. */
export type Settings = {
  get(name: string): string | null
  set(name: string, value: string): void
}
