import { english, plural } from '#shared/domain/base/plural.ts'

type Mail = { readonly outboxId: string | null; readonly state: string }

/** For example “3 of 6 messages in the sandbox; 2 refused, 1 not found.” */
export function rehearsalText(mails: readonly Mail[]): string {
  const others = mails.filter(({ outboxId }) => outboxId === null)
  const arrived = mails.length - others.length
  if (others.length === 0) return `${plural(english, arrived, 'message')} in the sandbox.`
  const absent = others.filter(({ state }) => state === 'absent').length
  const refused = others.length - absent
  const counts = [
    ...(refused > 0 ? [`${english.number(refused)} refused`] : []),
    ...(absent > 0 ? [`${english.number(absent)} not found`] : []),
  ]
  return `${english.number(arrived)} of ${plural(english, mails.length, 'message')} in the sandbox; ${counts.join(', ')}.`
}
