/** Requests to the service in the app's own form; the client converts them to the spelling of the account. */
import type { TemplateContent } from '../../contract/templates.ts'
import type { Recipient } from './records.ts'

/** Both ends are epoch milliseconds, cut to seconds for the service. */
export type DateRange = { dateBegin?: number; dateEnd?: number }

export type StatisticsFilter = DateRange & {
  froms?: readonly string[]
  apiKeys?: readonly string[]
  tags?: readonly string[]
}

/** Pages count from 1 here, regardless of the service. */
export type Paging = { page?: number; pageSize?: number }

export type RecipientLike = { address: string; personalName?: string | null }

export type SubstitutionEntry = {
  email: string
  values: Readonly<Record<string, unknown>>
  subject?: string
  meta?: Readonly<Record<string, string | number>>
}

export type TrackingOptions = { html?: { open?: boolean; click?: boolean }; text?: { click?: boolean } }

export type AnalyticsOptions = {
  enable: boolean
  source?: string
  medium?: string
  content?: string
  campaign?: string
}

/** Keys of `headers` of a send, without the account's prefix. */
export type SendOptions = {
  domain?: string
  tracking?: TrackingOptions
  analytics?: AnalyticsOptions
  bulk?: boolean
  ipPool?: string
  textVersion?: boolean
  /** Name of a custom blacklist. */
  blacklist?: string
  /** Name of a template: the slug of its description. */
  template?: string
  tags?: readonly string[]
  meta?: Readonly<Record<string, string | number>>
  substitutions?: readonly SubstitutionEntry[]
}

export type NewApiKey = { description: string; ipFilterEnabled?: boolean; allowedIps?: readonly string[] }

/** Absent fields stay as they are. */
export type ApiKeyChange = { description?: string; filter?: { enabled: boolean; allowedIps: string[] } }

export type NewWebhook = { url: string; description: string; events: readonly string[] }

/** Absent fields stay as they are. */
export type WebhookChange = Partial<NewWebhook>

export type DomainInput = {
  /** Domain name with extension. */
  sending: string
  tracking: string
  /** The address that the confirmation of the domain is sent to. */
  email: string
}

/** Fields of a template that the app spells like the service are not listed here. */
export type TemplateInput = Omit<TemplateContent, 'from' | 'html' | 'text'> & {
  from: Recipient
  htmlContent: string
  textContent: string
}

export const blacklistTypes = ['bounces', 'complaints', 'unsubscribers'] as const

export type BlacklistQuery = Paging & {
  /** One of blacklistTypes, or another type that the service knows. */
  type: string
  list?: string
  order?: 'ascending' | 'descending'
}
