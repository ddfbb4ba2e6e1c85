import { readDate } from '../base/read-date.ts'
import type { MessageEvent } from '../../contract/messages.ts'
import type { JsonValue, StoredMessage } from './record.ts'

type Fields = Readonly<Record<string, JsonValue | undefined>>

/** An open or a click as reported by the service. Unreported fields are empty or null. */
export type EventDetail = Omit<MessageEvent, 'client' | 'place'> & {
  readonly webmail: string
  readonly browser: string
  readonly operatingSystem: string
  readonly city: string
  readonly region: string
  readonly country: string
}

type Details = Pick<StoredMessage, 'openDetails' | 'clickDetails'>

/** Returns a message’s opens and clicks, oldest first. Those without a date come before all others. */
export function eventDetails({ openDetails = [], clickDetails = [] }: Details): EventDetail[] {
  const events = openDetails.map((detail) => readEvent('open', detail))
  for (const detail of clickDetails) events.push(readEvent('click', detail))
  return events.sort((a, b) => (a.date ?? 0) - (b.date ?? 0))
}

/** Returns a message’s opens and clicks in the form that the page shows. */
export function messageEvents(message: Details): MessageEvent[] {
  return eventDetails(message).map(({ webmail, browser, operatingSystem, city, region, country, ...event }) => ({
    ...event,
    client: joined(' on ', webmail || browser, operatingSystem),
    place: joined(', ', city, region, country),
  }))
}

/** A detail may be an object or only a date. */
function readEvent(kind: MessageEvent['kind'], detail: JsonValue): EventDetail {
  const event = fieldsOf(detail)
  const agent = fieldsOf(event['userAgent'])
  return {
    kind,
    date: readDate(typeof detail === 'object' ? event['date'] : detail),
    url: textOf(event['url']),
    ip: textOf(agent['ip']),
    webmail: textOf(agent['webmail']),
    browser: textOf(agent['browser']),
    operatingSystem: textOf(agent['operatingSystem']),
    agent: agentOf(event['userAgent'], agent),
    device: textOf(agent['deviceType']),
    city: textOf(agent['city']),
    region: textOf(agent['region']),
    country: textOf(agent['country']),
    language: textOf(agent['language']),
    latitude: numberOf(agent['latitude']),
    longitude: numberOf(agent['longitude']),
  }
}

/** Some services return the User-Agent header, others its parts. Unknown fields may also contain the header. */
function agentOf(given: JsonValue | undefined, agent: Fields): string {
  const parts = [textOf(given), textOf(agent['webmail']), textOf(agent['browser']), textOf(agent['operatingSystem'])]
  for (const value of Object.values(fieldsOf(agent['extra']))) parts.push(textOf(value))
  return joined(' · ', ...parts)
}

function fieldsOf(value: JsonValue | undefined): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

function numberOf(value: JsonValue | undefined): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

function joined(separator: string, ...parts: readonly string[]): string {
  const known: string[] = []
  for (const part of parts) if (part !== '' && !known.includes(part)) known.push(part)
  return known.join(separator)
}
