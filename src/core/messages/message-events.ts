import { readDate } from '#shared/domain/base/read-date.ts'
import type { MessageEvent } from '#shared/contract/messages.ts'
import type { JsonValue, StoredMessage } from '#shared/domain/messages/record.ts'

type Fields = Readonly<Record<string, JsonValue | undefined>>

/** Opens and clicks of a message as the page shows them, oldest first. Services return objects or bare dates. */
export function messageEvents(message: Pick<StoredMessage, 'openDetails' | 'clickDetails'>): MessageEvent[] {
  const events = [
    ...(message.openDetails ?? []).map((detail) => readEvent('open', detail)),
    ...(message.clickDetails ?? []).map((detail) => readEvent('click', detail)),
  ]
  return events.sort((a, b) => (a.date ?? 0) - (b.date ?? 0))
}

function readEvent(kind: MessageEvent['kind'], detail: JsonValue): MessageEvent {
  const event = fieldsOf(detail)
  const agent = fieldsOf(event['userAgent'])
  return {
    kind,
    date: readDate(typeof detail === 'object' ? event['date'] : detail),
    url: textOf(event['url']),
    ip: textOf(agent['ip']),
    client: joined(' on ', textOf(agent['webmail']) || textOf(agent['browser']), textOf(agent['operatingSystem'])),
    agent: agentOf(event['userAgent'], agent),
    device: textOf(agent['deviceType']),
    place: joined(', ', textOf(agent['city']), textOf(agent['region']), textOf(agent['country'])),
    language: textOf(agent['language']),
    latitude: numberOf(agent['latitude']),
    longitude: numberOf(agent['longitude']),
  }
}

/** Some services return the header line, some its parts; unknown fields may hold it too. */
function agentOf(given: JsonValue | undefined, agent: Fields): string {
  const extra = Object.values(fieldsOf(agent['extra'])).map(textOf)
  return joined(
    ' · ',
    textOf(given),
    ...['webmail', 'browser', 'operatingSystem'].map((name) => textOf(agent[name])),
    ...extra,
  )
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

function joined(separator: string, ...parts: string[]): string {
  return [...new Set(parts.filter(Boolean))].join(separator)
}
