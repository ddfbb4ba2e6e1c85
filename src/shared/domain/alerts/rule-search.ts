import type { AlertCondition, AlertRule } from '../../contract/alerts.ts'
import { and, or, type Query } from '../query/ast.ts'
import { parse } from '../query/parse.ts'
import { print } from '../query/print.ts'

/** A search can name no more domains. Callers put those with the most messages first. */
export const mostDomains = 300

/**
 * Returns the query for the messages that a rule counts: the rule’s search, limited to the domains of its mailbox
 * provider. `domains` is null if the rule counts all recipients.
 */
export function ruleQuery({ search }: Pick<AlertRule, 'search'>, domains: readonly string[] | null): Query {
  const own = parse(search).query
  return domains === null ? own : allOf([own, domainsQuery(domains)])
}

/** Returns the search for the messages behind an alert, without the alert’s period. */
export function messagesBehind(rule: AlertRule, domains: readonly string[] | null): string {
  const state = stateBehind(rule.condition)
  const query = ruleQuery(rule, domains)
  return print(state === null ? query : allOf([query, { kind: 'value', field: 'state', value: state }]))
}

function allOf(parts: readonly Query[]): Query {
  return and(parts.filter(({ kind }) => kind !== 'all'))
}

/**
 * If there are no domains, the provider has no messages. The search then needs a domain that matches nothing, because
 * an empty list would match everything.
 */
function domainsQuery(domains: readonly string[]): Query {
  const named = domains.length > 0 ? domains : ['none.invalid']
  return or(named.slice(0, mostDomains).map((value): Query => ({ kind: 'value', field: 'domain', value })))
}

function stateBehind(condition: AlertCondition): string | null {
  switch (condition.kind) {
    case 'silence':
      return null
    case 'complaints':
      return 'complaint'
    case 'fall':
      return 'failed'
    case 'rate':
      return states[condition.measure]
  }
}

const states = {
  bounces: 'bounced',
  hard: 'hardbounced',
  soft: 'softbounced',
  complaints: 'complaint',
  delivered: 'failed',
} as const
