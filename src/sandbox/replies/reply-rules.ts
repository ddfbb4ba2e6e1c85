import { mostReplyRules, replyKinds, type ReplyKind } from '#shared/contract/base/sandbox/reply-kinds.ts'
import type { ReplyRule } from '#shared/contract/base/sandbox/replies.ts'
import { msPerDay } from '#shared/domain/base/durations.ts'
import { isReplyTarget, replyDelays } from '#shared/domain/sandbox/reply-rule.ts'
import { createRandom } from '../base/random.ts'
import { ruleOf } from '../engine/outcome.ts'
import { invalid } from '../http/service-error.ts'
import { readInteger, readObject, requireText, shown } from '../readers/fields.ts'
import type { NewReply, RepliedStep, Settings } from '../store/index.ts'

const setting = 'reply-rules'

const kindOfAddress: Readonly<Record<string, ReplyKind>> = {
  outofoffice: 'out-of-office',
  reply: 'reply',
  'unsubscribe-by-mail': 'unsubscribe',
}

/** Decides which messages get replies: by the recipient’s address, or by rules stored with the data. */
export class ReplyRules {
  readonly #settings: Settings
  #read: { text: string; rules: ReplyRule[] } = { text: '[]', rules: [] }

  constructor(settings: Settings) {
    this.#settings = settings
  }

  list(): readonly ReplyRule[] {
    const text = this.#settings.get(setting) ?? '[]'
    if (text !== this.#read.text) this.#read = { text, rules: JSON.parse(text) as ReplyRule[] }
    return this.#read.rules
  }

  set(rules: readonly ReplyRule[]): void {
    this.#settings.set(setting, JSON.stringify(rules))
  }

  /**
   * Plans a report for every bounce and deferral, unless a rule makes reports less probable. A delivered message gets
   * the replies that its recipient’s address or a rule requests. If several rules for one kind of reply match, the
   * first one applies.
   */
  choose({ message, email, step, date }: RepliedStep): NewReply[] {
    const isDelivered = step === 'delivered'
    const asked = isDelivered ? kindOfAddress[ruleOf(email) ?? ''] : 'report'
    return replyKinds.flatMap((kind, index) => {
      if (!isDelivered && kind !== 'report') return []
      const rule = this.list().find((one) => one.kind === kind && matches(one, email))
      if (rule === undefined && kind !== asked) return []
      // Seeded with the message, so that runs with the same seed make the same decision.
      if (!createRandom(message * replyKinds.length + index).chance(rule?.probability ?? 1)) return []
      return [{ kind, due: date + (rule?.after ?? replyDelays[kind]) }]
    })
  }
}

function matches({ to }: ReplyRule, email: string): boolean {
  const [address, wanted] = [email.toLowerCase(), to.toLowerCase()]
  if (wanted === '*') return true
  return wanted.startsWith('*@') ? address.endsWith(wanted.slice(1)) : address === wanted
}

export function readReplyRules(body: unknown): ReplyRule[] {
  const given = Array.isArray(body) ? (body as unknown[]) : [body]
  if (given.length > mostReplyRules) throw invalid(`There can be at most ${mostReplyRules} rules.`)
  return given.map(readRule)
}

function readRule(entry: unknown): ReplyRule {
  const fields = readObject(entry, 'A rule', { strict: false }) ?? {}
  const to = requireText(fields.to, 'to').trim()
  if (!isReplyTarget(to)) {
    throw invalid(`to must be an address, *@ and a domain, or *, not ${shown(to)}.`)
  }
  const kind = replyKinds.find((name) => name === fields.kind)
  if (kind === undefined) throw invalid(`kind must be one of ${replyKinds.join(', ')}.`)
  const after = readInteger(fields.after, 'after', { min: 0, max: 365 * msPerDay, strict: false })
  const { probability } = fields
  const isShare = typeof probability === 'number' && probability >= 0 && probability <= 1
  if (probability !== undefined && !isShare) throw invalid('probability must be a number from 0 to 1.')
  return { to, kind, ...(after !== undefined && { after }), ...(isShare && { probability }) }
}
