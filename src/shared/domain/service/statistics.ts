import type { Extra } from './records.ts'

/** The counters of interface.md 2.7: `open` and `click` count events, `opener` and `clicker` unique recipients. */
export const counterNames = [
  'error',
  'rejected',
  'requested',
  'deferred',
  'scheduled',
  'filtered',
  'delivered',
  'hardbounced',
  'softbounced',
  'open',
  'click',
  'read',
  'unsubscribed',
  'complaint',
  'opener',
  'clicker',
] as const
export type CounterName = (typeof counterNames)[number]

export type CounterSet = Record<CounterName, number> & { extra: Extra | null }

/** One line of domains or tags. */
export type NamedCounters = CounterSet & { name: string }

export type Activity = {
  /** Midnight UTC of the day. */
  date: number
  delivered: number
  open: number
  click: number
  unsubscribed: number
  complaint: number
  opener: number
  clicker: number
  extra: Extra | null
}

export type Bounces = { date: number; requested: number; hardbounced: number; softbounced: number; extra: Extra | null }

export const emailPlatformForms = ['all', 'webmails', 'webmails/total', 'applications', 'applications/total'] as const
export type EmailPlatformForm = (typeof emailPlatformForms)[number]

export type EmailPlatform = {
  /** The first day of the month; null in the total forms. */
  month: number | null
  name: string
  /** `webmail`, `application` or another type that the service returns. */
  type: string
  open: number
  extra: Extra | null
}

export type Localisation = {
  open: number
  click: number
  opener: number
  clicker: number
  country: string
  city: string
  latitude: number | null
  longitude: number | null
  extra: Extra | null
}

export type RecipientDetail = {
  requested: number
  delivered: number
  open: number
  click: number
  unsubscribed: number
  opener: number
  clicker: number
  /** Beyond interface.md: null if the service does not count them here. */
  hardbounced: number | null
  softbounced: number | null
  extra: Extra | null
}
