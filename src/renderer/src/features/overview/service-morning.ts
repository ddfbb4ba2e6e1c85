import type { DayCounters } from '#shared/contract/statistics.ts'
import { addDays } from '#shared/domain/base/days.ts'
import { dayIn } from '#shared/domain/base/zone-day.ts'
import type { Host } from '../../lib/host/host.ts'
import { comparedDays, daysBefore, readMorning, type Morning } from './morning-figures.ts'

type ServiceMorning = Morning & {
  /** When the service was called, in epoch milliseconds. */
  readonly askedAt: number
  /** Why some of the figures are outdated; null if none are. */
  readonly offline: string | null
}

const dayOf = (milliseconds: number) => dayIn('UTC', milliseconds)

/** Fetches the morning figures for an account without a history on this disk, in its service’s UTC days. */
export async function askServiceMorning(host: Host, accountId: string): Promise<ServiceMorning> {
  const ask = (part: 'days' | 'sends', from: string, to: string) =>
    host.invoke('statistics.service', {
      accountId,
      part,
      from,
      to,
      zone: 'UTC',
      froms: [],
      apiKeys: [],
      tags: [],
      refresh: false,
    })
  const askDays = (today: string) => ask('days', addDays(today, -daysBefore), today)
  const ours = dayOf(Date.now())
  const first = await askDays(ours)
  // A sandbox’s clock may be weeks ahead of this computer’s.
  const today = dayOf(first.now)
  const answer = today === ours ? first : await askDays(today)
  const days = answer.figures.part === 'days' ? answer.figures.days : []
  // The service’s daily counts do not include rejected, filtered and error messages; the total for a single day does.
  const wanted = comparedDays(today)
  const counted = days.filter(({ day, messages }) => wanted.includes(day) && messages > 0)
  const totals = await Promise.all(counted.map(({ day }) => ask('sends', day, day))).catch(() => null)
  const whole = new Map<string, DayCounters>()
  for (const [at, { figures }] of (totals ?? []).entries()) {
    const { day } = counted[at]!
    if (figures.part === 'sends') whole.set(day, { day, ...figures.total })
  }
  const answers = [answer, ...(totals ?? [])]
  return {
    ...readMorning(
      days.map((day) => whole.get(day.day) ?? day),
      today,
      { failures: totals === null ? 'bounced' : 'failed' },
    ),
    askedAt: Math.min(...answers.map(({ askedAt }) => askedAt)),
    offline: answers.find(({ offline }) => offline !== null)?.offline ?? null,
  }
}
