import type { ReplyKind } from '#shared/contract/base/sandbox/reply-kinds.ts'
import type { ReplyRule } from '#shared/contract/base/sandbox/replies.ts'
import { isReplyTarget } from '#shared/domain/sandbox/reply-rule.ts'

const longestSeconds = 365 * 24 * 60 * 60

/** A rule as the user edits it. An empty number means the default. */
export type EditedRule = {
  readonly id: number
  to: string
  kind: ReplyKind
  seconds: number | undefined
  percent: number | undefined
}

export type RuleProblems = { readonly to?: string; readonly seconds?: string; readonly percent?: string }

export function editedRule({ to, kind, after, probability }: ReplyRule, id: number): EditedRule {
  return {
    id,
    to,
    kind,
    seconds: after === undefined ? undefined : after / 1000,
    percent: probability === undefined ? undefined : Math.round(probability * 1000) / 10,
  }
}

export function savedRule({ to, kind, seconds, percent }: EditedRule): ReplyRule {
  return {
    to: to.trim(),
    kind,
    ...(seconds !== undefined && { after: Math.round(seconds * 1000) }),
    ...(percent !== undefined && { probability: Math.round(percent * 10) / 1000 }),
  }
}

export function ruleProblems({ to, seconds, percent }: EditedRule): RuleProblems {
  return {
    ...(!isReplyTarget(to.trim()) && { to: 'Enter an address, *@ and a domain, or * for everyone.' }),
    ...(!isWithin(seconds, longestSeconds) && { seconds: 'Enter up to a year.' }),
    ...(!isWithin(percent, 100) && { percent: 'Enter 0 to 100.' }),
  }
}

function isWithin(number: number | undefined, most: number): boolean {
  return number === undefined || (number >= 0 && number <= most)
}
