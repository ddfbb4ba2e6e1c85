import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account } from '#shared/contract/accounts.ts'
import { AppError } from '#shared/contract/base/error.ts'
import { largeSend } from '#shared/contract/base/notes-limits.ts'
import type { SendSummary } from '#shared/contract/base/sends.ts'
import type { Note } from '#shared/contract/notes.ts'
import { english, plural } from '#shared/domain/base/plural.ts'
import { dayIn } from '#shared/domain/base/zone-day.ts'
import { notesOfDays, type DaysInZone } from '#shared/domain/notes/note-days.ts'
import type { Archives } from '../archive/index.ts'
import { PerAccount } from '../base/per-account.ts'
import type { FileGround } from '../base/room.ts'
import { NoteBook, noteFile, type Recorded } from './note-book.ts'

type NotesOptions = FileGround & {
  readonly accounts: { get(id: string): Pick<Account, 'id' | 'storeHistory'> }
  readonly archives: Pick<Archives, 'of'>
}

type SavedTemplate = {
  /** The template name used by sends. */
  readonly name: string
  readonly description: string
  /** Epoch milliseconds. */
  readonly at: number
}

/** Notes on an account’s days. The user writes some, and Mailroom records others when something happens. */
export class Notes {
  readonly #options: NotesOptions
  readonly #books: PerAccount<NoteBook>
  readonly #recording = new Set<Promise<void>>()

  constructor(options: NotesOptions) {
    this.#options = options
    this.#books = new PerAccount((accountId) => NoteBook.open(options, accountId))
  }

  async list(accountId: string, days: DaysInZone): Promise<Note[]> {
    const { accounts, archives } = this.#options
    const kept = (await this.#bookOf(accountId)).list()
    const hasHistory = accounts.get(accountId).storeHistory
    const gaps = hasHistory ? (await (await archives.of(accountId)).horizon()).gaps : []
    return notesOfDays(kept, gaps, days)
  }

  /** Resolves once the change is on disk. */
  async change(accountId: string, change: (book: NoteBook) => Promise<void>): Promise<void> {
    await change(await this.#bookOf(accountId))
    this.#emitChange(accountId)
  }

  /**
   * Called by other rooms when something has happened. A failure to write the note is logged and does not reach the caller.
   */
  record(accountId: string, note: Recorded): void {
    const recording = this.#record(accountId, note).catch((error: unknown) => {
      const { code } = AppError.from(error)
      this.#options.ports.logger.log('warn', 'A note could not be recorded.', { account: accountId, code })
    })
    this.#recording.add(recording)
    void recording.finally(() => this.#recording.delete(recording))
  }

  /** Recorded after the send has ended, with the recipients it reached: a refused send causes no peak in the bars. */
  recordSend({ id, accountId, subject, state, at, sent, unknown }: SendSummary): void {
    const left = sent + unknown
    if ((state !== 'sent' && state !== 'stopped') || left < largeSend) return
    const text = `Large send: “${subject || 'no subject'}” to ${plural(english, left, 'recipient')}`
    this.record(accountId, { id: `send-${id}`, kind: 'large-send', moment: at, text, link: null })
  }

  /** One note per day for each template, because a template is often saved many times until it is right. */
  recordTemplate(accountId: string, { name, description, at }: SavedTemplate): void {
    const text = `Template saved: “${description}”`
    this.record(accountId, {
      id: `template-${name}-${dayIn('UTC', at)}`,
      kind: 'template-saved',
      moment: at,
      text,
      link: null,
    })
  }

  async eraseRecipient(accountId: string, email: string): Promise<void> {
    if (await (await this.#bookOf(accountId)).erase(email)) this.#emitChange(accountId)
  }

  /** Called after the account was removed. */
  async remove(accountId: string): Promise<void> {
    await this.settled()
    await this.#books.close(accountId)
    await rm(join(this.#options.ports.paths.data, noteFile(accountId)), { force: true })
  }

  async settled(): Promise<void> {
    await Promise.all(this.#recording)
  }

  async closeAll(): Promise<void> {
    await this.settled()
    await this.#books.closeAll((account, error) => {
      this.#options.ports.logger.log('error', 'An account’s notes were not closed.', {
        account,
        reason: String(error),
      })
    })
  }

  async #record(accountId: string, note: Recorded): Promise<void> {
    if (await (await this.#bookOf(accountId)).record(note)) this.#emitChange(accountId)
  }

  /** Throws if no account has this id, because the id becomes a file name. */
  async #bookOf(accountId: string): Promise<NoteBook> {
    return this.#books.of(this.#options.accounts.get(accountId).id)
  }

  #emitChange(accountId: string): void {
    this.#options.events.emit({ name: 'notes.changed', payload: { accountId } })
  }
}
