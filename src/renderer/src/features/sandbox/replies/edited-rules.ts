import type { ReplyKind } from '#shared/contract/base/sandbox/reply-kinds.ts'
import type { ReplyRule } from '#shared/contract/base/sandbox/replies.ts'
import { isReplyTarget } from '#shared/domain/sandbox/reply-rule.ts'

const longestSeconds = 365 * 24 * 60 * 60

/** A rule as the user edits it. An empty number means the default. */
export type EditedRule = {
  readonly id: number
  /** The rule before it was edited. */
  readonly before: ReplyRule
  to: string
  kind: ReplyKind
  seconds: number | undefined
  percent: number | undefined
}

export type RuleProblems = { readonly to?: string; readonly seconds?: string; readonly percent?: string }

export function editedRule(before: ReplyRule, id: number): EditedRule {
  const { to, kind, after } = before
  return { id, before, to, kind, seconds: after === undefined ? undefined : after / 1000, percent: percentOf(before) }
}

export function savedRule({ before, to, kind, seconds, percent }: EditedRule): ReplyRule {
  // A program may have set a probability with more digits than are shown, so an unchanged field keeps the exact value.
  const probability =
    percent === percentOf(before) ? before.probability : percent === undefined ? percent : percent / 100
  return {
    to: to.trim(),
    kind,
    ...(seconds !== undefined && { after: Math.round(seconds * 1000) }),
    ...(probability !== undefined && { probability }),
  }
}

function percentOf({ probability }: ReplyRule): number | undefined {
  return probability === undefined ? undefined : Math.round(probability * 1000) / 10
}

export function ruleProblems({ to, seconds, percent }: EditedRule): RuleProblems {
  return {
    ...(!isReplyTarget(to.trim()) && { to: 'Enter an address, *@ and a domain, or * for everyone.' }),
    ...(!isWithin(seconds, longestSeconds) && { seconds: 'Enter a delay of at most a year.' }),
    ...(!isWithin(percent, 100) && { percent: 'Enter a number from 0 to 100.' }),
  }
}

function isWithin(number: number | undefined, most: number): boolean {
  return number === undefined || (number >= 0 && number <= most)
}
