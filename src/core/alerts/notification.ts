import type { AlertEvent } from '#shared/contract/alerts.ts'
import { judgedText } from '#shared/domain/alerts/rule-text.ts'
import { plural } from '#shared/domain/base/plural.ts'
import type { Numbers } from '#shared/domain/statistics/figure-text.ts'

export function notificationOf(
  accountName: string,
  events: readonly AlertEvent[],
  numbers: Numbers,
): { title: string; body: string } {
  const [first] = events
  if (events.length === 1 && first)
    return { title: `${accountName}: ${first.rule.name}`, body: `${textOf(first, numbers)}.` }
  const lines = events.map((event) => `${event.rule.name}: ${textOf(event, numbers)}.`)
  return { title: `${accountName}: ${plural(numbers, events.length, 'alert')}`, body: lines.join('\n') }
}

function textOf({ rule, fired, endedAt }: AlertEvent, numbers: Numbers): string {
  return `${judgedText(rule.condition, fired, numbers)}${endedAt === null ? '' : '; now over'}`
}
