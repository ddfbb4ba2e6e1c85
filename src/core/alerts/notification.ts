import type { AlertEvent } from '#shared/contract/alerts.ts'
import { judgedText } from '#shared/domain/alerts/rule-text.ts'
import { english, plural } from '#shared/domain/base/plural.ts'

export function notificationOf(accountName: string, events: readonly AlertEvent[]): { title: string; body: string } {
  const [first] = events
  if (events.length === 1 && first) return { title: `${accountName}: ${first.rule.name}`, body: `${textOf(first)}.` }
  const lines = events.map((event) => `${event.rule.name}: ${textOf(event)}.`)
  return { title: `${accountName}: ${plural(english, events.length, 'alert')}`, body: lines.join('\n') }
}

function textOf({ rule, fired, endedAt }: AlertEvent): string {
  return `${judgedText(rule.condition, fired, english)}${endedAt === null ? '' : '; now over'}`
}
