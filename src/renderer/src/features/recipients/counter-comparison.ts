import { english, plural } from '#shared/domain/base/plural.ts'
import type { CommandOutput } from '#shared/contract/table.ts'

type Ours = CommandOutput<'recipients.get'>
type Theirs = CommandOutput<'recipients.askService'>['counters']
type Moment = (second: number) => string

export type ComparedCounter = { name: string; label: string; ours: number; theirs: number | null }

/** Our counter, its name at the service, its label on the page. */
const counters = [
  ['messages', 'requested', 'Messages'],
  ['delivered', 'delivered', 'Delivered'],
  ['softbounced', 'softbounced', 'Soft bounced'],
  ['hardbounced', 'hardbounced', 'Hard bounced'],
  ['notSent', 'notSent', 'Not sent'],
  ['open', 'open', 'Opens'],
  ['click', 'click', 'Clicks'],
  ['opener', 'opener', 'Messages opened'],
  ['clicker', 'clicker', 'Messages clicked'],
  ['unsubscribed', 'unsubscribed', 'Unsubscribed'],
  ['complaint', 'complaint', 'Complaints'],
] as const

/** Our counters beside the service's, which are null when it has no such counter or has not answered yet. */
export function comparedCounters(ours: Ours['counters'], theirs: Theirs | undefined): ComparedCounter[] {
  return counters.map(([name, serviceName, label]) => ({
    name,
    label,
    ours: ours[name],
    theirs: theirs?.[serviceName] ?? null,
  }))
}

/** The likely reasons why the two differ; empty when they agree. */
export function differences(lines: readonly ComparedCounter[], horizon: Ours['horizon'], moment: Moment): string[] {
  const by = (name: string) => {
    const line = lines.find((other) => other.name === name)
    return line && line.theirs !== null ? line.theirs - line.ours : 0
  }
  const found: string[] = []
  const messages = by('messages')
  if (messages > 0) found.push(explainMissing(messages, horizon, moment))
  if (messages < 0) {
    found.push(`The archive keeps ${plural(english, -messages, 'message')} that the service no longer counts.`)
  }
  const events = by('open') + by('click')
  if (messages <= 0 && events > 0) {
    const until = horizon.opensRefreshedUntil
    found.push(
      until === null
        ? 'Opens and clicks that came after a message was read are not in the archive yet.'
        : `Opens and clicks after ${moment(until)} are not in the archive yet.`,
    )
  }
  if (messages >= 0 && by('open') < 0) found.push('The archive has opens that the service no longer counts.')
  const states = ['delivered', 'softbounced', 'hardbounced'].some((name) => by(name) !== 0)
  if (messages === 0 && states) {
    found.push('States are counted differently: the archive counts each message by its last state.')
  }
  const others = ['opener', 'clicker', 'unsubscribed', 'complaint'].some((name) => by(name) !== 0)
  if (found.length === 0 && others) {
    found.push('The archive counts messages that were opened or clicked; the service may count people or events.')
  }
  return found
}

function explainMissing(messages: number, horizon: Ours['horizon'], moment: Moment): string {
  const lacks = `The service counts ${plural(english, messages, 'message')} more:`
  if (horizon.completeUntil === null) return `${lacks} nothing has been read from it yet.`
  if (horizon.gaps.length > 0) return `${lacks} the archive has gaps, which the next sync will read.`
  const before = horizon.completeFrom === null ? '' : `from before ${moment(horizon.completeFrom)}, or `
  return `${lacks} ${before}from after ${moment(horizon.completeUntil)}.`
}
