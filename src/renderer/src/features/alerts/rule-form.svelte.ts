import type { AlertCondition, AlertRule, AlertWindow } from '#shared/contract/alerts.ts'
import type { Measure } from '#shared/domain/alerts/measures.ts'
import { shortConditionText } from '#shared/domain/alerts/rule-text.ts'
import type { Numbers } from '#shared/domain/statistics/figure-text.ts'
import { providers } from './providers.ts'

/** The first choice in the form: a measure to compare with a limit, or another kind of rule. */
type Kind = Measure | 'fall' | 'count' | 'silence'

export const kinds: readonly { readonly value: Kind; readonly label: string }[] = [
  { value: 'bounces', label: 'Bounces (hard and soft) are above' },
  { value: 'hard', label: 'Hard bounces are above' },
  { value: 'soft', label: 'Soft bounces are above' },
  { value: 'complaints', label: 'Complaints are above' },
  { value: 'count', label: 'The number of complaints is above' },
  { value: 'delivered', label: 'Delivered messages are below' },
  { value: 'fall', label: 'Delivered messages fall by' },
  { value: 'silence', label: 'No messages are sent for' },
]

/** A rule being edited. Shares are held as percentages, the way people write them. */
export class RuleForm {
  readonly isNew: boolean
  readonly #rule: AlertRule
  readonly #formats: Numbers
  name = $state('')
  kind = $state<Kind>('hard')
  provider = $state('')
  limit = $state<number | undefined>(2)
  end = $state<number | undefined>(1)
  minimum = $state<number | undefined>(200)
  unit = $state<AlertWindow['unit']>('day')
  count = $state<number | undefined>(7)
  search = $state('')
  readonly isShare = $derived(this.kind !== 'count' && this.kind !== 'silence')
  readonly rule: AlertRule | null = $derived.by(() => this.#written())
  /** The name of the rule unless the user enters one. */
  readonly suggestion: string = $derived.by(() => {
    const condition = this.#condition()
    return condition ? shortConditionText(condition, this.#formats) : ''
  })

  constructor(rule: AlertRule, { isNew, formats }: { isNew: boolean; formats: Numbers }) {
    this.isNew = isNew
    this.#rule = rule
    this.#formats = formats
    const { condition } = rule
    this.name = rule.name === shortConditionText(condition, formats) ? '' : rule.name
    this.search = rule.search
    this.kind =
      condition.kind === 'rate' ? condition.measure : condition.kind === 'complaints' ? 'count' : condition.kind
    if (condition.kind === 'silence') {
      this.count = condition.hours
      return
    }
    const size = condition.kind === 'complaints' ? 1 : 100
    this.limit = rounded(condition.limit * size)
    this.end = rounded(condition.end * size)
    this.count = condition.kind === 'rate' ? condition.window.count : condition.days
    if (condition.kind === 'rate') this.unit = condition.window.unit
    if (condition.kind === 'complaints') return
    this.minimum = condition.minimum
    this.provider = condition.provider?.id ?? ''
  }

  /** Resets the form to sensible values for another kind of rule. */
  choose(kind: Kind): void {
    const { limit, end, count, minimum } = usual[kind]
    Object.assign(this, { kind, limit, end, count, minimum, unit: 'day' as const })
    if (kind === 'count' || kind === 'silence') this.provider = ''
  }

  #written(): AlertRule | null {
    const condition = this.#condition()
    if (condition === null) return null
    const name = this.name.trim() || this.suggestion
    return { ...this.#rule, name, search: this.search.trim(), condition }
  }

  /** Returns null while a number is missing. */
  #condition(): AlertCondition | null {
    const { kind, limit, end, count, minimum } = this
    if (count === undefined) return null
    if (kind === 'silence') return { kind, hours: count }
    if (limit === undefined || end === undefined) return null
    if (kind === 'count') return { kind: 'complaints', limit, end, days: count }
    if (minimum === undefined) return null
    const provider = providers.find(({ id }) => id === this.provider) ?? null
    const shares = { provider, limit: rounded(limit / 100), end: rounded(end / 100), minimum }
    if (kind === 'fall') return { kind, ...shares, days: count }
    return { kind: 'rate', measure: kind, ...shares, window: { unit: this.unit, count } }
  }
}

type Usual = { readonly limit: number; readonly end: number; readonly count: number; readonly minimum: number }

const usual: Readonly<Record<Kind, Usual>> = {
  bounces: { limit: 5, end: 4, count: 7, minimum: 200 },
  hard: { limit: 2, end: 1.5, count: 7, minimum: 200 },
  soft: { limit: 5, end: 4, count: 7, minimum: 200 },
  complaints: { limit: 0.1, end: 0.05, count: 7, minimum: 1000 },
  count: { limit: 5, end: 2, count: 1, minimum: 1 },
  delivered: { limit: 95, end: 97, count: 1, minimum: 200 },
  fall: { limit: 5, end: 2, count: 1, minimum: 200 },
  silence: { limit: 0, end: 0, count: 24, minimum: 1 },
}

/** Avoids results such as 0.10000000000000002 for 0.1 % of 100. */
function rounded(value: number): number {
  return Number(value.toFixed(10))
}
