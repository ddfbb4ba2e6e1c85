/** Requests to the service in the app’s own form. The client converts them to the notation of the account. */
import type { TemplateContent } from '../../contract/templates.ts'
import type { Recipient } from './records.ts'

/** Both ends are epoch milliseconds, truncated to seconds for the service. */
export type DateRange = { dateBegin?: number; dateEnd?: number }

export type StatisticsFilter = DateRange & {
  froms?: readonly string[]
  apiKeys?: readonly string[]
  tags?: readonly string[]
}

/** Page numbers start at 1 here, whatever the service uses. */
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

/** Keys in a send’s `headers`, without the account’s prefix. */
export type SendOptions = {
  domain?: string
  tracking?: TrackingOptions
  analytics?: AnalyticsOptions
  bulk?: boolean
  ipPool?: string
  textVersion?: boolean
  blacklist?: string
  /** The template’s name: the slug of its description. */
  template?: string
  tags?: readonly string[]
  meta?: Readonly<Record<string, string | number>>
  substitutions?: readonly SubstitutionEntry[]
}

export type NewApiKey = { description: string; ipFilterEnabled?: boolean; allowedIps?: readonly string[] }

/** Missing fields remain unchanged. */
export type ApiKeyChange = { description?: string; filter?: { enabled: boolean; allowedIps: string[] } }

export type NewWebhook = { url: string; description: string; events: readonly string[] }

/** Missing fields remain unchanged. */
export type WebhookChange = Partial<NewWebhook>

export type DomainInput = {
  /** Domain name including the top-level domain. */
  sending: string
  tracking: string
  /** The address to which the domain’s confirmation is sent. */
  email: string
}

/** Fields that have the same name in the app and in the service come from `TemplateContent`. */
export type TemplateInput = Omit<TemplateContent, 'from' | 'html' | 'text'> & {
  from: Recipient
  htmlContent: string
  textContent: string
}

export const blacklistTypes = ['bounces', 'complaints', 'unsubscribers'] as const

export type BlacklistQuery = Paging & {
  /** One of blacklistTypes, or another type that the service supports. */
  type: string
  list?: string
  order?: 'ascending' | 'descending'
}
