import { isDeepStrictEqual } from 'node:util'
import type { AlertEvent, AlertRule, QuietHours, Trial } from '#shared/contract/alerts.ts'
import { mostRules, tryDays, tryHours } from '#shared/contract/base/alerts-limits.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { CommandOutput } from '#shared/contract/table.ts'
import { bucketAt, newestBucket, shapeOf, startOfBucket } from '#shared/domain/alerts/buckets.ts'
import { isNoVerdict, isUnread, judgeWindows, stretchesOf, type JudgedWindow } from '#shared/domain/alerts/judge.ts'
import { ruleProblem } from '#shared/domain/alerts/rule-problem.ts'
import { messagesBehind } from '#shared/domain/alerts/rule-search.ts'
import { withoutAddress } from '#shared/text/without-address.ts'
import type { ArchivePort } from '../archive/index.ts'
import type { JsonFile } from '../base/json-file.ts'
import type { FileGround } from '../base/room.ts'
import { newState, openAlertFile, type StoredAlerts } from './alert-file.ts'
import { applyWindows, withRules } from './apply-windows.ts'
import { readSeries } from './read-series.ts'

type AccountPorts = {
  /** Epoch milliseconds by the account’s clock, which may be ahead in a sandbox. */
  readonly now: () => number
  readonly archive: () => Promise<Pick<ArchivePort, 'statistics' | 'horizon' | 'info'>>
  /** Called with the triggered events, once they are on disk. */
  readonly onFired: (events: readonly AlertEvent[]) => void
  readonly onChange: () => void
}

type WindowsOfRule = { windows: JudgedWindow[]; since: number; domains: string[] | null }

/** One account’s rules, their states and the triggered events, in one file. */
export class AccountAlerts {
  readonly #ports: AccountPorts
  readonly #file: JsonFile<StoredAlerts>
  readonly #closing = new AbortController()
  #evaluating: Promise<void> = Promise.resolve()
  /** The evaluation after the one in progress. */
  #waiting: Promise<void> | null = null

  private constructor(ports: AccountPorts, file: JsonFile<StoredAlerts>) {
    this.#ports = ports
    this.#file = file
  }

  static async open(ground: FileGround, accountId: string, ports: AccountPorts): Promise<AccountAlerts> {
    return new AccountAlerts(ports, await openAlertFile(ground, accountId))
  }

  get stored(): StoredAlerts {
    return this.#file.value
  }

  list(completeUntil: number | null): CommandOutput<'alerts.list'> {
    const { rules, states, events, quiet } = this.stored
    return {
      rules: rules.map((rule) => {
        const { firing, last, notJudged } = states[rule.id] ?? newState
        return { rule, status: { isFiring: firing !== null, last, notJudged, completeUntil } }
      }),
      events: [...events],
      quiet,
    }
  }

  async save(rule: AlertRule): Promise<void> {
    const checked = checkedRule(rule)
    await this.#change((stored) => {
      const { rules } = stored
      const isNew = !rules.some(({ id }) => id === checked.id)
      if (isNew && rules.length >= mostRules) {
        throw new AppError(
          'too-many',
          `This account already has ${mostRules} rules, the maximum. Remove one before you add another.`,
        )
      }
      const next = isNew ? [...rules, checked] : rules.map((other) => (other.id === checked.id ? checked : other))
      return withRules(stored, next, this.#ports.now())
    })
  }

  async remove(ruleId: string): Promise<void> {
    await this.#change((stored) => {
      const rules = stored.rules.filter(({ id }) => id !== ruleId)
      if (rules.length === stored.rules.length) throw new AppError('not-found', 'This rule no longer exists.')
      return withRules(stored, rules, this.#ports.now())
    })
  }

  async setQuiet(quiet: QuietHours): Promise<void> {
    await this.#change((stored) => ({ ...stored, quiet }))
  }

  get unseen(): number {
    const { unseen, events } = this.stored
    return events.filter(({ id }) => unseen.includes(id)).length
  }

  async markSeen(): Promise<void> {
    if (this.stored.unseen.length > 0) await this.#change((stored) => ({ ...stored, unseen: [] }))
  }

  /** Returns the events waiting for their notification. Each is returned once, even if calls overlap. */
  async takeWaiting(): Promise<AlertEvent[]> {
    let taken: readonly string[] = []
    const { events } = await this.#file.set((stored) => {
      taken = stored.waiting
      return taken.length === 0 ? stored : { ...stored, waiting: [] }
    })
    return events.filter(({ id }) => taken.includes(id))
  }

  /** Judges every window that is complete by now. Calls that arrive during an evaluation share the next one. */
  evaluate(): Promise<void> {
    if (this.#waiting === null) {
      this.#waiting = this.#evaluating.then(() => {
        this.#waiting = null
        return this.#evaluate()
      })
      this.#evaluating = this.#waiting.catch(() => undefined)
    }
    return this.#waiting
  }

  /** Tries the rule on the last days, judged in the same way as every day. */
  async try(rule: AlertRule, signal: AbortSignal): Promise<Trial> {
    const checked = checkedRule(rule)
    const { count } = shapeOf(checked.condition)
    const buckets = triedBuckets(checked)
    const { windows, since, domains } = await this.#judged(checked, (newest) => newest - buckets + 1, signal)
    const messages = messagesBehind(checked, domains)
    const incomplete = windows.filter(({ verdict }) => isUnread(verdict)).length
    const tooFew = windows.filter(({ verdict }) => isNoVerdict(verdict)).length - incomplete
    return {
      from: windows[0]?.judged.from ?? startOfBucket(checked, since - count + 1),
      to: windows.at(-1)?.judged.to ?? startOfBucket(checked, since),
      judged: windows.length - incomplete - tooFew,
      incomplete,
      tooFew,
      fired: stretchesOf(checked.condition, windows).map((stretch) => ({ ...stretch, messages })),
    }
  }

  /** Returns false if nothing named the person. */
  async erase(email: string): Promise<boolean> {
    const clean = (text: string) => withoutAddress(text, email)
    const rule = (named: AlertRule) => ({ ...named, name: clean(named.name), search: clean(named.search) })
    const erased = (stored: StoredAlerts): StoredAlerts => ({
      ...stored,
      rules: stored.rules.map(rule),
      events: stored.events.map((event) => ({ ...event, rule: rule(event.rule), messages: clean(event.messages) })),
    })
    let isNamed = false
    await this.#file.set((stored) => {
      const next = erased(stored)
      isNamed = !isDeepStrictEqual(next, stored)
      return isNamed ? next : stored
    })
    return isNamed
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#evaluating
    await this.#file.settled()
  }

  async #evaluate(): Promise<void> {
    const failures: unknown[] = []
    for (const { id, isOn } of this.stored.rules) {
      if (!isOn || this.#closing.signal.aborted) continue
      await this.#evaluateRule(id).catch((error: unknown) => failures.push(error))
    }
    // Thrown last, so that a rule that cannot be judged does not keep later rules from being judged.
    if (failures.length > 0) throw AppError.from(failures[0])
  }

  async #evaluateRule(ruleId: string): Promise<void> {
    const find = ({ rules }: StoredAlerts) => rules.find(({ id }) => id === ruleId)
    const rule = find(this.stored)
    if (!rule) return
    const { lastBucket } = this.stored.states[ruleId] ?? newState
    const furthest = shapeOf(rule.condition).unit === 'day' ? tryDays : tryHours
    const since = (newest: number) => {
      // A new rule is judged on the past, as in its trial: an alert that was triggered there and isn’t over continues.
      if (lastBucket === null) return newest - triedBuckets(rule) + 1
      // After a reset, the archive may be behind what has already been judged.
      return lastBucket > newest ? newest : Math.max(lastBucket, newest - furthest)
    }
    const judged = await this.#judged(rule, since, this.#closing.signal)
    const evaluation = { rule, ...judged, now: this.#ports.now() }
    let isChanged = false
    let fired: readonly AlertEvent[] = []
    await this.#file.set((stored) => {
      // The user may have changed the rule while its messages were being counted.
      if (find(stored) !== rule) return stored
      const applied = applyWindows(stored, evaluation)
      fired = applied.fired
      isChanged = applied.next !== stored
      return applied.next
    })
    if (isChanged) this.#ports.onChange()
    if (fired.length > 0) this.#ports.onFired(fired)
  }

  async #judged(rule: AlertRule, sinceOf: (newest: number) => number, signal: AbortSignal): Promise<WindowsOfRule> {
    const archive = await this.#ports.archive()
    const [horizon, { oldest }] = await Promise.all([archive.horizon(), archive.info()])
    const { completeFrom, completeUntil, lastSync } = horizon
    const { count, baseline } = shapeOf(rule.condition)
    // The clock of a sandbox that is not running yet is behind its messages.
    const now = Math.max(Math.floor(this.#ports.now() / 1000), lastSync ?? 0)
    const newest = newestBucket(rule, now, completeUntil)
    // Windows that begin before the history does would all be incomplete.
    const firstWhole = completeFrom === null ? newest : firstBucketFrom(rule, completeFrom) + count + baseline - 1
    const since = Math.min(newest, Math.max(sinceOf(newest), firstWhole))
    const buckets = { first: since - count - baseline + 1, last: newest }
    const { series, domains } = await readSeries({ archive, rule, signal }, buckets, { horizon, oldest })
    return { windows: judgeWindows(rule, series, since), since, domains }
  }

  async #change(change: (stored: StoredAlerts) => StoredAlerts): Promise<void> {
    await this.#file.set(change)
    this.#ports.onChange()
  }
}

/** How far back a rule is tried. */
function triedBuckets({ condition }: AlertRule): number {
  if (shapeOf(condition).unit === 'day') return tryDays
  return condition.kind === 'silence' ? tryDays * 24 : tryHours
}

function firstBucketFrom(rule: AlertRule, second: number): number {
  const bucket = bucketAt(rule, second)
  return startOfBucket(rule, bucket) < second ? bucket + 1 : bucket
}

function checkedRule(rule: AlertRule): AlertRule {
  const problem = ruleProblem(rule)
  if (problem !== null) throw new AppError('invalid-input', problem)
  return { ...rule, name: rule.name.trim(), search: rule.search.trim() }
}
