import type { SendSummary } from '#shared/contract/base/sends.ts'
import { english, plural } from '#shared/domain/base/plural.ts'
import { settledOf } from '#shared/domain/sends/send-states.ts'

export function sendTitle(subject: string, recipients: number): string {
  return `Send “${subject || 'no subject'}” to ${plural(english, recipients, 'recipient')}`
}

export function progressOf(summary: SendSummary): { fraction: number; note: string } {
  const done = settledOf(summary)
  const note = `${english.number(done)} of ${english.number(summary.recipients)}`
  return { fraction: summary.recipients === 0 ? 1 : done / summary.recipients, note }
}

export function resultOf(summary: SendSummary): string {
  const { sent, refused, unknown, absent } = summary
  const parts = [`Sent to ${plural(english, sent, 'recipient')}.`]
  if (refused > 0) parts.push(`Refused for ${plural(english, refused, 'recipient')}.`)
  if (unknown > 0) parts.push(`The outcome is unknown for ${plural(english, unknown, 'recipient')}.`)
  if (absent > 0) parts.push(`Not sent to ${plural(english, absent, 'recipient')}.`)
  return parts.join(' ')
}
