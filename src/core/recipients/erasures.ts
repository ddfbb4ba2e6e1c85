import { z } from 'zod'
import { AppError } from '#shared/contract/base/error.ts'
import type { UnfinishedErasure } from '#shared/contract/recipients.ts'
import type { CommandOutput } from '#shared/contract/table.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Archives } from '../archive/index.ts'
import { JsonFile } from '../base/json-file.ts'
import type { Ground } from '../base/room.ts'
import { emptyBrokenFiles } from './broken-files.ts'

const storedErasure = z.object({ accountId: z.string(), email: z.string(), keepsViews: z.boolean().default(false) })
type Erasure = z.infer<typeof storedErasure>
type Person = Pick<Erasure, 'accountId' | 'email'>

type ErasureReport = CommandOutput<'recipients.erase'>
type ArchiveReport = Omit<ErasureReport, 'remains'>

type Needs = Ground & {
  readonly accounts: Accounts
  readonly archives: Archives
}

/**
 * Erasures that have begun. Each is noted, with the address, before its first step, and the note is removed once every room
 * is done: an erasure interrupted by a crash or a full disk continues at the next start. Every step can be repeated.
 */
export class Erasures {
  readonly #needs: Needs
  readonly #file: JsonFile<readonly Erasure[]>
  readonly #running = new Map<string, Promise<ErasureReport>>()
  /** Why the last attempt failed. */
  readonly #failures = new Map<string, string>()
  /** Messages removed by failed attempts: the attempt that completes the erasure reports all of them. */
  readonly #removed = new Map<string, number>()

  /**
   * Files listed for the user before an attempt. After the attempt, Mailroom no longer knows the names of files that
   * were named after the person.
   */
  readonly #remains = new Map<string, ReadonlySet<string>>()

  private constructor(needs: Needs, file: JsonFile<readonly Erasure[]>) {
    this.#needs = needs
    this.#file = file
  }

  static async open(needs: Needs): Promise<Erasures> {
    const file = await JsonFile.inDataFolder<readonly Erasure[]>(needs, {
      name: 'erasures.json',
      initial: [],
      read: (parsed) => z.array(storedErasure).parse(parsed),
    })
    return new Erasures(needs, file)
  }

  /** Continues erasures begun in an earlier run. */
  resume(): void {
    const accounts = new Set(this.#needs.accounts.list().accounts.map(({ id }) => id))
    for (const erasure of this.#file.value.filter(({ accountId }) => accounts.has(accountId))) {
      this.#join(erasure).catch((thrown: unknown) => {
        const { code } = AppError.from(thrown)
        this.#needs.ports.logger.log('warn', 'A person has not been erased everywhere yet.', { code })
      })
    }
  }

  /** Resolves once the person is erased everywhere. A second call for the same person joins the first. */
  async erase(erasure: Erasure): Promise<ErasureReport> {
    const { accounts, archives } = this.#needs
    // Without a history, no erasure is begun, but an erasure that was begun while there was a history can be completed.
    if (!this.#find(erasure)) archives.requireHistory(accounts.get(erasure.accountId).id)
    return this.#join(erasure)
  }

  /** Null if this person has no unfinished erasure. */
  unfinished(erasure: Person): UnfinishedErasure | null {
    if (!this.#find(erasure)) return null
    return { problem: this.#failures.get(keyOf(erasure)) ?? null }
  }

  /** Drops the unfinished erasures of a removed account. */
  async removeAccount(accountId: string): Promise<void> {
    await this.#file.set((all) => without(all, (one) => one.accountId === accountId))
  }

  /** Resolves when nothing is being erased. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#running.values())
    await this.#file.settled()
  }

  #find(erasure: Person): Erasure | undefined {
    const key = keyOf(erasure)
    return this.#file.value.find((one) => keyOf(one) === key)
  }

  #join(erasure: Erasure): Promise<ErasureReport> {
    const key = keyOf(erasure)
    const running = this.#running.get(key)
    if (running) return running
    const work = this.#run(erasure).finally(() => this.#running.delete(key))
    this.#running.set(key, work)
    return work
  }

  async #run(erasure: Erasure): Promise<ErasureReport> {
    const key = keyOf(erasure)
    this.#failures.delete(key)
    await this.#file.set((all) => (all.some((one) => keyOf(one) === key) ? all : [...all, erasure]))
    try {
      const report = await this.#eraseEverywhere(erasure)
      await this.#file.set((all) => without(all, (one) => keyOf(one) === key))
      const [messages, remains] = [this.#removed.get(key) ?? 0, [...(this.#remains.get(key) ?? [])]]
      this.#removed.delete(key)
      this.#remains.delete(key)
      return { ...report, note: this.#withTeam(report.note, erasure), messages, remains }
    } catch (thrown) {
      const error = asUnfinished(AppError.from(thrown))
      this.#failures.set(key, error.message)
      throw error
    } finally {
      this.#needs.events.emit({ name: 'archive.changed', payload: { accountId: erasure.accountId } })
    }
  }

  /** A failing room does not stop the others. */
  async #eraseEverywhere({ accountId, email, keepsViews }: Erasure): Promise<ArchiveReport> {
    const { accounts, archives, ports } = this.#needs
    const key = keyOf({ accountId, email })
    this.#addRemains(key, await accounts.kept.remains(accountId))
    // The archive comes first: from then on, no sync or import restores the person.
    const [archived] = await Promise.allSettled([
      archives.moves.whileChanging(accountId, () => this.#eraseFromArchive(accountId, email)),
    ])
    await accounts.kept.erase({ accountId, email, keepsViews })
    this.#addRemains(key, await accounts.kept.written({ accountId, email, keepsViews }))
    const others = accounts.list().accounts.flatMap(({ id }) => (id === accountId ? [] : [id]))
    await emptyBrokenFiles({ data: ports.paths.data, others }, email)
    if (archived.status === 'rejected') throw archived.reason
    return archived.value
  }

  /** Mentions a team archive that the account no longer uses, because nothing can be removed from it here. */
  #withTeam(note: string, { accountId }: Erasure): string {
    const { lastTeamServer } = this.#needs.accounts.get(accountId)
    if (lastTeamServer === null || this.#needs.archives.isOnServer(accountId)) return note
    const { host } = lastTeamServer
    return `${note} Nothing was removed from the team archive at ${host}, which this account used before.`
  }

  #addRemains(key: string, remains: readonly string[]): void {
    this.#remains.set(key, new Set([...(this.#remains.get(key) ?? []), ...remains]))
  }

  #addRemoved(key: string, messages: number): void {
    this.#removed.set(key, (this.#removed.get(key) ?? 0) + messages)
  }

  async #eraseFromArchive(accountId: string, email: string): Promise<ArchiveReport> {
    const { accounts, archives } = this.#needs
    await archives.moves.removeLeftCopy(accountId)
    const key = keyOf({ accountId, email })
    const counted = (report: ArchiveReport): ArchiveReport => {
      this.#addRemoved(key, report.messages)
      return report
    }
    const countFailed = (thrown: unknown): never => {
      const { messages } = AppError.from(thrown).details
      if (typeof messages === 'number') this.#addRemoved(key, messages)
      throw thrown
    }
    if (accounts.get(accountId).storeHistory) {
      const report = counted(await (await archives.of(accountId)).erase(email).catch(countFailed))
      // The file that the account used before its team archive is still on this computer, so it is searched as well.
      if (archives.isOnServer(accountId)) await archives.visitFile(accountId, (file) => file.erase(email))
      return report
    }
    // The history has been switched off, but its files may still be there, so they are searched.
    const report = await archives.visitFile(accountId, (archive) => archive.erase(email)).catch(countFailed)
    return report
      ? counted(report)
      : { messages: 0, erasedAt: accounts.clockOf(accountId).now(), note: 'The archive no longer exists.' }
  }
}

/** An address belongs to one person, regardless of upper or lower case. */
function keyOf({ accountId, email }: Person): string {
  return JSON.stringify([accountId, email.trim().toLowerCase()])
}

/** Returns the same list if nothing is removed, so that nothing is written. */
function without(all: readonly Erasure[], isGone: (one: Erasure) => boolean): readonly Erasure[] {
  return all.some(isGone) ? all.filter((one) => !isGone(one)) : all
}

function asUnfinished({ code, message, details, cause }: AppError): AppError {
  const text = `This person has not been erased everywhere yet. ${message} Erase them again to finish. Mailroom also tries again the next time it starts.`
  return new AppError(code, text, { retryable: true, details, cause })
}
