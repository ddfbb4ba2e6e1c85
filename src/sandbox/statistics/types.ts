import type { Counters } from '../store/counting/counters.ts'
import type { Filter } from '../store/index.ts'

export { counterNames, type CounterName, type Counters } from '../store/counting/counters.ts'

export type Activity = Pick<
  Counters,
  'delivered' | 'open' | 'click' | 'unsubscribed' | 'complaint' | 'opener' | 'clicker'
>
export type Bounces = Pick<Counters, 'requested' | 'hardbounced' | 'softbounced'>
export type Platform = {
  open: number
  name: string
  type: 'application' | 'webmail'
}
export type Localisation = {
  open: number
  click: number
  opener: number
  clicker: number
  country: string
  city: string
  latitude: number
  longitude: number
}
export type RecipientDetail = Pick<
  Counters,
  'requested' | 'delivered' | 'open' | 'click' | 'unsubscribed' | 'opener' | 'clicker' | 'hardbounced' | 'softbounced'
>

/** Keys of the record answers are what the service answers: names, or epoch seconds of the bucket as text. */
export type Statistics = {
  domains(filter: Filter): Record<string, Counters>
  tags(filter: Filter): Record<string, Counters>
  /** One bucket per UTC day that has messages. */
  activities(filter: Filter): Record<string, Activity>
  bounces(filter: Filter): Record<string, Bounces>
  /** One bucket per month, keyed by its first day. Without a type both are answered. */
  emailPlatforms(filter: Filter, type?: Platform['type']): Record<string, Platform[]>
  emailPlatformsTotal(filter: Filter, type?: Platform['type']): Platform[]
  localisations(filter: Filter): Localisation[]
  recipient(email: string): RecipientDetail | null
}
