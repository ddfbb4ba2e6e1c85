import type { SendSummary } from '#shared/contract/base/sends.ts'
import type { RestGroup, RestPlan } from '#shared/contract/sends.ts'
import { plural, type NumberFormat } from '#shared/domain/base/plural.ts'
import { hasEnded } from '#shared/domain/sends/send-states.ts'

const groupWords: Readonly<Record<RestGroup, string>> = {
  waiting: 'never sent',
  refused: 'refused',
  absent: 'not found at the service',
}

/** Describes the groups of a rest, for example “1,500 not found at the service, 500 refused”. */
export function groupsText(formats: NumberFormat, { groups }: Pick<RestPlan, 'groups'>): string {
  const names = Object.keys(groupWords) as RestGroup[]
  const some = names.filter((name) => groups[name] > 0)
  return some.map((name) => `${formats.number(groups[name])} ${groupWords[name]}`).join(', ')
}

/** Describes who is left out, for example “3 are left out: 2 bounced, 1 was erased.” Empty if nobody is. */
export function leftOutText(formats: NumberFormat, { leftOut }: Pick<RestPlan, 'leftOut'>): string {
  const { bounced, complained, unsubscribed, erased } = leftOut
  const all = bounced + complained + unsubscribed + erased
  if (all === 0) return ''
  const parts = [
    ...(bounced > 0 ? [`${formats.number(bounced)} bounced`] : []),
    ...(complained > 0 ? [`${formats.number(complained)} complained`] : []),
    ...(unsubscribed > 0 ? [`${formats.number(unsubscribed)} unsubscribed`] : []),
    ...(erased > 0 ? [plural(formats, erased, 'was erased', 'were erased')] : []),
  ]
  return `${plural(formats, all, 'is', 'are')} left out: ${parts.join(', ')}.`
}

/** Describes what happens to recipients whose call has an unknown outcome. Empty if there are none. */
export function unknownText(
  formats: NumberFormat,
  { unknown, isMarked, isWatched }: Pick<RestPlan, 'unknown' | 'isMarked' | 'isWatched'>,
): string {
  if (unknown === 0) return ''
  const who = `${plural(formats, unknown, 'recipient')} may have got the message, so nothing is sent to them.`
  if (!isMarked) return `${who} This account’s sends aren’t marked, so Mailroom can’t look up whether they arrived.`
  return isWatched
    ? `${who} Mailroom looks for their records for a day after the call.`
    : `${who} Mailroom stopped looking for their records a day after the call. Choose Check to look again.`
}

/** Notes on the recipients who are left out, for the dialog of a rest. */
export function restNotes(formats: NumberFormat, plan: RestPlan): string[] {
  const open = `${plural(formats, plan.open, 'recipient')} will get the message from another send that hasn’t ended yet.`
  return [
    leftOutText(formats, plan),
    unknownText(formats, plan),
    plan.open > 0 ? open : '',
    plan.copies > 0 ? 'Cc and Bcc recipients don’t get another copy.' : '',
  ].filter((note) => note !== '')
}

/**
 * How to continue a paused send, for example “Resume sends to the 3 recipients who are still waiting.” Empty if nobody is
 * waiting.
 */
export function pausedText(formats: NumberFormat, plan: Pick<RestPlan, 'open' | 'groups'>): string {
  if (plan.open === 0) return ''
  const resume =
    plan.open === 1
      ? 'Resume sends to the one recipient who is still waiting.'
      : `Resume sends to the ${plural(formats, plan.open, 'recipient')} who are still waiting.`
  const groups = groupsText(formats, plan)
  return groups === ''
    ? resume
    : `${resume} Once this send has ended, you can send to those who didn’t get the message (${groups}).`
}

/**
 * Returns the label of the button that completes a send, for example “Send to the 2,000 who didn’t get the message…”.
 */
export function restLabel(formats: NumberFormat, recipients: number): string {
  return recipients === 1
    ? 'Send to the recipient who didn’t get the message…'
    : `Send to the ${formats.number(recipients)} who didn’t get the message…`
}

/**
 * Returns the line about the rest in a send’s details: “The rest went to 3 recipients”, or how many of them it reached.
 */
export function restLine(formats: NumberFormat, rest: Pick<SendSummary, 'state' | 'recipients' | 'sent'>): string {
  const { sent, recipients } = rest
  const all = plural(formats, recipients, 'recipient')
  if (!hasEnded(rest)) return `The rest goes to ${all}`
  if (sent === recipients) return `The rest went to ${all}`
  return sent === 0 ? `Sending the rest to ${all} failed` : `The rest went to ${formats.number(sent)} of ${all}`
}
