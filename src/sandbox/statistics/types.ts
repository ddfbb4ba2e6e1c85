import type { Counters } from '../store/counting/counters.ts'

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
