import { isDeepStrictEqual } from 'node:util'
import type { AlertEvent, AlertRule } from '#shared/contract/alerts.ts'
import { mostRules } from '#shared/contract/base/alerts-limits.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { CommandOutput } from '#shared/contract/table.ts'
import { newState, type KeptAlerts } from './alert-file.ts'
import type { AlertShelf } from './alert-shelf.ts'
import { applyWindows, withRules } from './apply-windows.ts'
import { firstToJudge } from './late-windows.ts'
import { judgeRule, type Judging } from './judge-rule.ts'

type BookPorts = Judging & {
  /** Called with the added events, once they are stored, including those of which the user is not notified. */
  readonly onFired: (events: readonly AlertEvent[]) => void
  readonly onChange: () => void
  readonly closing: AbortSignal
}

export type ListedAlerts = Pick<CommandOutput<'alerts.list'>, 'rules' | 'events'>

const find = ({ rules }: KeptAlerts, ruleId: string) => rules.find(({ id }) => id === ruleId)

/** The rules on one shelf: they are changed by users and judged by this Mailroom. */
export class RuleBook {
  readonly #shelf: AlertShelf
  readonly #ports: BookPorts

  constructor(shelf: AlertShelf, ports: BookPorts) {
    this.#shelf = shelf
    this.#ports = ports
  }

  async list(completeUntil: number | null): Promise<ListedAlerts> {
    const { rules, states, events, sharedBy } = await this.#shelf.read()
    return {
      rules: rules.map((rule) => {
        const { firing, last, notJudged } = states[rule.id] ?? newState
        const status = { isFiring: firing !== null, last, notJudged, completeUntil }
        return { rule, status, sharedBy: sharedBy[rule.id] ?? null }
      }),
      events: [...events],
    }
  }

  async has(ruleId: string): Promise<boolean> {
    return find(await this.#shelf.read(), ruleId) !== undefined
  }

  async save(rule: AlertRule): Promise<void> {
    await this.#changeRules((rules) => {
      if (rules.some(({ id }) => id === rule.id)) return rules.map((other) => (other.id === rule.id ? rule : other))
      if (rules.length < mostRules) return [...rules, rule]
      const full = `This account already has ${mostRules} rules, the maximum.`
      throw new AppError('too-many', `${full} Remove one before you add another.`)
    })
  }

  async remove(ruleId: string): Promise<void> {
    await this.#changeRules((rules) => {
      const left = rules.filter(({ id }) => id !== ruleId)
      if (left.length === rules.length) throw new AppError('not-found', 'This rule no longer exists.')
      return left
    })
  }

  /** Judges every window that is complete by now. `except` has the ids of rules that are judged elsewhere. */
  async evaluate(except: ReadonlySet<string> = new Set()): Promise<void> {
    const failures: unknown[] = []
    for (const { id, isOn } of (await this.#shelf.read()).rules) {
      if (!isOn || except.has(id) || this.#ports.closing.aborted) continue
      await this.#evaluateRule(id).catch((error: unknown) => failures.push(error))
    }
    // The failure is thrown last, so that a rule that cannot be judged does not keep later rules from being judged.
    if (failures.length > 0) throw AppError.from(failures[0])
  }

  async #evaluateRule(ruleId: string): Promise<void> {
    const kept = await this.#shelf.read()
    const rule = find(kept, ruleId)
    if (!rule) return
    const state = kept.states[ruleId] ?? newState
    const sinceOf = (newest: number, isComplete: (bucket: number) => boolean) =>
      firstToJudge(rule, state, newest, isComplete)
    const judged = await judgeRule(this.#ports, rule, { sinceOf, signal: this.#ports.closing })
    const evaluation = { rule, ...judged, now: this.#ports.now() }
    let isChanged = false
    let added: readonly AlertEvent[] = []
    await this.#shelf.change((before) => {
      // If the user changed the rule while its messages were being counted, the result is dropped.
      if (!isDeepStrictEqual(find(before, ruleId), rule)) return { next: before, fired: [] }
      const applied = applyWindows(before, evaluation)
      added = applied.added
      isChanged = applied.next !== before
      return applied
    })
    if (added.length > 0) this.#ports.onFired(added)
    if (isChanged) this.#ports.onChange()
  }

  async #changeRules(change: (rules: readonly AlertRule[]) => readonly AlertRule[]): Promise<void> {
    await this.#shelf.change((kept) => ({ next: withRules(kept, change(kept.rules), this.#ports.now()), fired: [] }))
    this.#ports.onChange()
  }
}
