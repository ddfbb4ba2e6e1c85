import { AppError } from '#shared/contract/base/error.ts'
import { nameBeside, personalNameReader } from '#shared/domain/drafts/people/personal-name.ts'
import { readRecipientText } from '#shared/domain/recipients/rank-recipient.ts'
import type { FindRecipients } from '#shared/domain/recipients/recipient.ts'
import type { Ports } from '../../base/ports.ts'
import { keyOf, Turns } from '../repeats/wanted-people.ts'
import type { SendOnDisk } from '../store/send-on-disk.ts'
import type { SendStore } from '../store/send-store.ts'
import type { Named } from './name-chunk.ts'
import { NamedPeople, type FoundNames } from './named-people.ts'

type Needs = {
  readonly store: Pick<SendStore, 'ownOf' | 'has'>
  readonly ports: Pick<Ports, 'clock' | 'logger'>
}

/**
 * The memory limit in bytes, which has room for more than a million people. Beyond this, names from the oldest sends
 * are left out.
 */
const mostBytes = 96 * 1024 ** 2
/** How much later sends may add before the names are read again without the oldest. */
const mostLaterBytes = 16 * 1024 ** 2
/**
 * The maximum number of chunks added after the first reading. Each name search that follows a new send adds one chunk.
 */
const mostLaterChunks = 256
/** For how many accounts names are kept. Two windows may show different accounts side by side. */
const mostAccounts = 2
/**
 * How long a search waits for names, in milliseconds. Names not read by then are found when the next letter is typed.
 */
const patience = 1000

/**
 * The names that sends from this computer gave to addresses. They are kept only in memory, read from the sends at the
 * first search, newest first, and updated when something is sent or removed. A million names take up about 90 MB.
 */
export class PersonalNames {
  readonly #needs: Needs
  /** Ordered with the least recently used account first. */
  readonly #accounts = new Map<string, AccountNames>()

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** People whose names, or names and addresses together, contain the words; best match first. */
  async find(accountId: string, { text, limit }: FindRecipients, signal: AbortSignal): Promise<FoundNames> {
    const wanted = readRecipientText(text)
    if (wanted === null) return { named: [], mixed: [] }
    const names = this.#of(accountId)
    await within(this.#needs.ports.clock, names.read())
    signal.throwIfAborted()
    return names.people.find(wanted, limit, new Turns(signal))
  }

  /** Null if no send that has been read names this person. */
  nameOf(accountId: string, email: string): string | null {
    return this.#accounts.get(accountId)?.people.nameOf(keyOf(email)) ?? null
  }

  /**
   * Drops the account’s names until its sends are read again, for example after a person was erased.
   */
  drop(accountId: string): void {
    this.#accounts.get(accountId)?.stop()
    this.#accounts.delete(accountId)
  }

  #of(accountId: string): AccountNames {
    let names = this.#accounts.get(accountId)
    if (names?.isOutdated()) {
      this.drop(accountId)
      names = undefined
    }
    names ??= new AccountNames(this.#needs, accountId)
    this.#accounts.delete(accountId)
    this.#accounts.set(accountId, names)
    if (this.#accounts.size > mostAccounts) this.drop(this.#accounts.keys().next().value!)
    return names
  }
}

class AccountNames {
  readonly people = new NamedPeople()
  readonly #needs: Needs
  readonly #accountId: string
  /** Sends that have been read. */
  readonly #known = new Set<string>()
  readonly #stopping = new AbortController()
  #reading: Promise<void> | null = null
  #bytesRead: number | null = null

  constructor(needs: Needs, accountId: string) {
    this.#needs = needs
    this.#accountId = accountId
  }

  /** Whether the names must be read again: too many were added, or a send was removed and its names are no longer valid. */
  isOutdated(): boolean {
    if (this.people.later > mostLaterChunks) return true
    if (this.#bytesRead !== null && this.people.bytes > this.#bytesRead + mostLaterBytes) return true
    return [...this.#known].some((id) => !this.#needs.store.has(id))
  }

  /** Resolves when the names in all sends have been read. */
  read(): Promise<void> {
    this.#reading ??= this.#readNew().finally(() => (this.#reading = null))
    return this.#reading
  }

  stop(): void {
    this.#stopping.abort()
  }

  async #readNew(): Promise<void> {
    const fresh = this.#needs.store.ownOf(this.#accountId).filter(({ stored }) => !this.#known.has(stored.id))
    if (fresh.length === 0 && this.#bytesRead !== null) return
    const isFirst = this.#bytesRead === null
    const inOrder = fresh.toSorted((one, other) => other.stored.createdAt - one.stored.createdAt)
    const turns = new Turns(this.#stopping.signal)
    // After the first reading, a later send replaces known names, so the newest send must be read last.
    for (const send of isFirst ? inOrder : inOrder.reverse()) {
      this.#known.add(send.stored.id)
      if (isFirst && this.people.bytes > mostBytes) continue
      try {
        await this.#add(send, turns, !isFirst)
      } catch (thrown) {
        if (this.#stopping.signal.aborted) return
        const { code } = AppError.from(thrown)
        this.#needs.ports.logger.log('warn', 'The names of a send could not be read.', { id: send.stored.id, code })
      }
    }
    if (!isFirst) return this.people.seal()
    this.people.endReading()
    this.#bytesRead = this.people.bytes
  }

  async #add(send: SendOnDisk, turns: Turns, replaces: boolean): Promise<void> {
    const { columns, rows } = await send.people(() => turns.pass())
    const nameOf = personalNameReader(columns)
    for (const person of rows) {
      this.#addOne({ name: nameOf(person), email: keyOf(person.address) }, replaces)
      if (turns.isOver()) await turns.pass()
    }
    const { cc, bcc } = await send.content()
    for (const copy of [...cc, ...bcc]) {
      this.#addOne({ name: nameBeside(copy), email: keyOf(copy.address) }, replaces)
    }
  }

  #addOne(person: Named, replaces: boolean): void {
    if (person.name !== '' && person.email !== '') this.people.add(person, { replaces })
  }
}

/** Resolves when the work ends, after `patience` milliseconds at the latest. */
function within(clock: Ports['clock'], work: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = clock.after(patience, resolve)
    work.then(resolve, reject).finally(() => timer.cancel())
  })
}
