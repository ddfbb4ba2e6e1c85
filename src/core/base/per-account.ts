import { closingError } from './closing.ts'

type Closable = { close(): Promise<void> }

/** One object per account, opened at its first use and shared by all its users. */
export class PerAccount<Thing extends Closable> {
  readonly #open: (accountId: string) => Promise<Thing>
  readonly #things = new Map<string, Promise<Thing>>()
  #isClosed = false

  constructor(open: (accountId: string) => Promise<Thing>) {
    this.#open = open
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  of(accountId: string): Promise<Thing> {
    return this.#things.get(accountId) ?? this.#keep(accountId, this.#opened(accountId))
  }

  /** Closes the account’s object. The next `of` opens it again. */
  async close(accountId: string): Promise<void> {
    const thing = this.#things.get(accountId)
    this.#things.delete(accountId)
    await closeOpened(thing)
  }

  /** Closes the account’s object, does the work and opens it again. Calls in between wait until it is open. */
  async replace(accountId: string, work: () => Promise<void>): Promise<void> {
    const before = this.#things.get(accountId)
    const reopened = closeOpened(before)
      .then(work)
      .then(() => this.#opened(accountId))
    await this.#keep(accountId, reopened)
  }

  /** Closes everything permanently: a late call from a page must not open something that is never closed. */
  async closeAll(onFailure: (accountId: string, error: unknown) => void): Promise<void> {
    this.#isClosed = true
    const close = (accountId: string): Promise<void> =>
      this.close(accountId).catch((error: unknown) => onFailure(accountId, error))
    await Promise.all([...this.#things.keys()].map(close))
  }

  async #opened(accountId: string): Promise<Thing> {
    if (this.#isClosed) throw closingError()
    return this.#open(accountId)
  }

  #keep(accountId: string, thing: Promise<Thing>): Promise<Thing> {
    this.#things.set(accountId, thing)
    // A failed attempt is not kept, because a full disk may have room next time. Another attempt may already have
    // replaced it.
    thing.catch(() => this.#things.get(accountId) === thing && this.#things.delete(accountId))
    return thing
  }
}

/** Closes the object. If opening it failed, there is nothing to close. */
async function closeOpened(thing: Promise<Closable> | undefined): Promise<void> {
  await (await thing?.catch(() => undefined))?.close()
}
