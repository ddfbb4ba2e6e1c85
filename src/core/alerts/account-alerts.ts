import { isDeepStrictEqual } from 'node:util'
import type { AlertEvent, AlertRule, QuietHours, Trial } from '#shared/contract/alerts.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { CommandOutput } from '#shared/contract/table.ts'
import { ruleProblem } from '#shared/domain/alerts/rule-problem.ts'
import { withoutAddress } from '#shared/text/without-address.ts'
import type { ArchivePort } from '../archive/index.ts'
import type { JsonFile } from '../base/json-file.ts'
import type { FileGround } from '../base/room.ts'
import { openAlertFile, type StoredAlerts } from './alert-file.ts'
import { ownShelf, sharedShelf, withFired } from './alert-shelf.ts'
import { tryRule, type Judging } from './judge-rule.ts'
import { RuleBook, type ListedAlerts } from './rule-book.ts'

export type AlertArchive = Pick<ArchivePort, 'statistics' | 'horizon' | 'info' | 'setting' | 'changeSetting'>

type AccountPorts = Omit<Judging, 'archive'> & {
  readonly archive: () => Promise<AlertArchive>
  readonly keepsHistory: () => boolean
  /** The user’s name on the team’s server; null if the account has no team. */
  readonly author: () => string | null
  /** Whether the account uses a team archive or has ever used one. */
  readonly hadTeam: () => boolean
  /** Whether this Mailroom judges the team’s rules. Only one does at a time. */
  readonly judgesForTeam: () => Promise<boolean>
  /** Called once the triggered events are on disk. `isShared` is true if everyone who uses the archive sees them. */
  readonly onFired: (events: readonly AlertEvent[], isShared: boolean) => void
  readonly onChange: () => void
}

/** One account’s rules (this computer’s and the team’s), and the notifications waiting on this computer. */
export class AccountAlerts {
  readonly #ports: AccountPorts
  readonly #file: JsonFile<StoredAlerts>
  readonly #own: RuleBook
  readonly #closing = new AbortController()
  #evaluating: Promise<void> = Promise.resolve()
  /** The next evaluation, until it begins; null if none is waiting. */
  #waiting: Promise<void> | null = null

  private constructor(ports: AccountPorts, file: JsonFile<StoredAlerts>) {
    this.#ports = ports
    this.#file = file
    const onFired = (fired: readonly AlertEvent[]) => ports.onFired(fired, false)
    this.#own = new RuleBook(ownShelf(file), { ...ports, onFired, closing: this.#closing.signal })
  }

  static async open(ground: FileGround, accountId: string, ports: AccountPorts): Promise<AccountAlerts> {
    return new AccountAlerts(ports, await openAlertFile(ground, accountId))
  }

  /** The rules, events and quiet hours stored on this computer. */
  get stored(): StoredAlerts {
    return this.#file.value
  }

  /** While the team’s server is unreachable, lists the rules on this computer. */
  async list(completeUntil: () => Promise<number | null>): Promise<CommandOutput<'alerts.list'>> {
    try {
      const until = await completeUntil()
      const shared = await (await this.#shared())?.list(until)
      return { ...(await this.#withOwn(until, shared)), teamProblem: null }
    } catch (error) {
      if (this.#ports.author() === null) throw error
      const { message } = AppError.from(error)
      return { ...(await this.#withOwn(null)), teamProblem: `The team’s rules can’t be shown. ${message}` }
    }
  }

  async #withOwn(completeUntil: number | null, shared: ListedAlerts = { rules: [], events: [] }) {
    const own = await this.#own.list(completeUntil)
    // If moving a rule from here to the team was interrupted, the rule is in both places and is listed once.
    const isShared = new Set(shared.rules.map(({ rule }) => rule.id))
    return {
      rules: [...own.rules.filter(({ rule }) => !isShared.has(rule.id)), ...shared.rules],
      events: [...own.events, ...shared.events].sort((one, other) => other.firedAt - one.firedAt),
      quiet: this.stored.quiet,
    }
  }

  /** When a rule begins or ceases to be shared, it is written to the new book before it is removed from the old one. */
  async save(rule: AlertRule, isShared = false): Promise<void> {
    const checked = checkedRule(rule)
    const [before, wasShared] = await this.#bookWith(rule.id)
    if (isShared === wasShared) {
      await before.save(checked)
      if (isShared) await this.#removeOwnCopy(rule.id)
      return
    }
    const shared = await this.#shared()
    if (shared === null)
      throw new AppError(
        'conflict',
        'Mailroom keeps no history for this account, so there is no team to share with. To share rules, use a team archive.',
      )
    await (isShared ? shared : this.#own).save(checked)
    try {
      if (await before.has(rule.id)) await before.remove(rule.id)
    } catch (error) {
      // The copy stays if the team no longer has the rule, or if that is unknown: it may be the only one.
      if (wasShared && (await before.has(rule.id).catch(() => false))) await this.#removeOwnCopy(rule.id)
      throw error
    }
  }

  async remove(ruleId: string): Promise<void> {
    const [book, isShared] = await this.#bookWith(ruleId)
    if (isShared) await this.#removeOwnCopy(ruleId)
    await book.remove(ruleId)
  }

  /** Otherwise, the copy that an interrupted move left here would take the place of the team’s rule once that is gone. */
  async #removeOwnCopy(ruleId: string): Promise<void> {
    if (await this.#own.has(ruleId)) await this.#own.remove(ruleId)
  }

  /** Fields that are left out remain unchanged. */
  async setQuiet({ isOn, from, to, zone }: Partial<QuietHours>): Promise<void> {
    await this.#file.set((stored) => {
      const { quiet } = stored
      const changed = {
        isOn: isOn ?? quiet.isOn,
        from: from ?? quiet.from,
        to: to ?? quiet.to,
        zone: zone ?? quiet.zone,
      }
      return { ...stored, quiet: changed }
    })
    this.#ports.onChange()
  }

  get unseen(): number {
    const { unseen, events, firedForTeam } = this.stored
    return [...events, ...firedForTeam].filter(({ id }) => unseen.includes(id)).length
  }

  async markSeen(): Promise<void> {
    if (this.stored.unseen.length === 0) return
    await this.#file.set((stored) => withoutDone({ ...stored, unseen: [] }))
    this.#ports.onChange()
  }

  /** Returns the events waiting for their notification. Each is returned once, even if calls overlap. */
  async takeWaiting(): Promise<AlertEvent[]> {
    let taken: readonly AlertEvent[] = []
    await this.#file.set((stored) => {
      const { waiting, events, firedForTeam } = stored
      taken = [...events, ...firedForTeam].filter(({ id }) => waiting.includes(id))
      return waiting.length === 0 ? stored : withoutDone({ ...stored, waiting: [] })
    })
    return [...taken]
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

  async try(rule: AlertRule, signal: AbortSignal): Promise<Trial> {
    return tryRule(this.#ports, checkedRule(rule), signal)
  }

  /** Returns false if nothing on this computer named the person. The archive erases a person from the team’s rules. */
  async erase(email: string): Promise<boolean> {
    const clean = (text: string) => withoutAddress(text, email)
    const rule = (named: AlertRule) => ({ ...named, name: clean(named.name), search: clean(named.search) })
    const event = (named: AlertEvent) => ({ ...named, rule: rule(named.rule), messages: clean(named.messages) })
    const erased = (stored: StoredAlerts): StoredAlerts => ({
      ...stored,
      rules: stored.rules.map(rule),
      events: stored.events.map(event),
      firedForTeam: stored.firedForTeam.map(event),
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
    // Without this, every account would open its archive only to find no team rules in it.
    if (!this.#ports.hadTeam()) return this.#own.evaluate()
    await this.#own.evaluate(await this.#sharedIds())
    if (!this.#closing.signal.aborted && (await this.#ports.judgesForTeam())) await (await this.#shared())?.evaluate()
  }

  /** The ids of the team’s rules, for comparison with the rules here; none while they can’t be read. */
  async #sharedIds(): Promise<ReadonlySet<string>> {
    if (this.stored.rules.length === 0 || this.#closing.signal.aborted) return new Set()
    try {
      const { rules } = (await (await this.#shared())?.list(null)) ?? { rules: [] }
      return new Set(rules.map(({ rule }) => rule.id))
    } catch {
      return new Set()
    }
  }

  /** The team’s rules; null without an archive. An archive moved back to this computer still contains them. */
  async #shared(): Promise<RuleBook | null> {
    const ports = this.#ports
    if (!ports.keepsHistory()) return null
    const shelf = sharedShelf(await ports.archive(), {
      author: ports.author(),
      keep: (fired) => this.#file.set((stored) => withFiredForTeam(stored, fired)),
      forget: (fired) => this.#file.set((stored) => withoutFired(stored, fired)),
    })
    const onFired = (fired: readonly AlertEvent[]) => ports.onFired(fired, true)
    return new RuleBook(shelf, { ...ports, onFired, closing: this.#closing.signal })
  }

  /**
   * The book that has this rule, and whether that book is the team’s. The user’s own rules can be changed even while
   * the team’s server is unreachable.
   */
  async #bookWith(ruleId: string): Promise<readonly [book: RuleBook, isShared: boolean]> {
    try {
      const shared = await this.#shared()
      return shared !== null && (await shared.has(ruleId)) ? [shared, true] : [this.#own, false]
    } catch (error) {
      if (await this.#own.has(ruleId)) return [this.#own, false]
      throw error
    }
  }
}

function withFiredForTeam(stored: StoredAlerts, fired: readonly AlertEvent[]): StoredAlerts {
  return { ...withFired(stored, fired), firedForTeam: [...fired, ...stored.firedForTeam] }
}

function withoutFired(stored: StoredAlerts, fired: readonly AlertEvent[]): StoredAlerts {
  const isLeft = (id: string) => !fired.some((event) => event.id === id)
  return withoutDone({ ...stored, waiting: stored.waiting.filter(isLeft), unseen: stored.unseen.filter(isLeft) })
}

/** Drops those events of the team’s rules that the user has seen and been notified of. */
function withoutDone(stored: StoredAlerts): StoredAlerts {
  const isLeft = ({ id }: AlertEvent) => stored.waiting.includes(id) || stored.unseen.includes(id)
  return { ...stored, firedForTeam: stored.firedForTeam.filter(isLeft) }
}

function checkedRule(rule: AlertRule): AlertRule {
  const problem = ruleProblem(rule)
  if (problem !== null) throw new AppError('invalid-input', problem)
  return { ...rule, name: rule.name.trim(), search: rule.search.trim() }
}
