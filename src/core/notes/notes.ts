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
import { NoteBook, type Recorded } from './note-book.ts'
import { noteFile, openNoteFile, sharedNotes, type NoteShelf } from './note-shelf.ts'

type NotesOptions = FileGround & {
  readonly accounts: { get(id: string): Pick<Account, 'id' | 'storeHistory' | 'teamServer'> }
  readonly archives: Pick<Archives, 'of'>
}

/** A note as the user writes it. */
type Written = { readonly id: string; readonly day: string; readonly text: string; readonly isShared: boolean }

type SavedTemplate = {
  /** The template name used by sends. */
  readonly name: string
  readonly description: string
  /** Epoch milliseconds. */
  readonly at: number
}

/**
 * Notes on an account’s days. Some are written by the user, either for this computer or for everyone who uses the
 * archive. Others are recorded by Mailroom when something happens.
 */
export class Notes {
  readonly #options: NotesOptions
  readonly #books: PerAccount<NoteBook>
  readonly #recording = new Set<Promise<void>>()

  constructor(options: NotesOptions) {
    this.#options = options
    this.#books = new PerAccount(async (accountId) => this.#book(await openNoteFile(options, accountId)))
  }

  async list(accountId: string, days: DaysInZone): Promise<Note[]> {
    const { accounts, archives } = this.#options
    const own = await (await this.#bookOf(accountId)).list()
    if (!accounts.get(accountId).storeHistory) return notesOfDays(own, [], days)
    const archive = await archives.of(accountId)
    const [shared, { gaps }] = await Promise.all([this.#book(sharedNotes(archive)).list(), archive.horizon()])
    // If moving a note to the team was interrupted, the note is in both places and is shown once.
    const isShared = new Set(shared.map(({ id }) => id))
    return notesOfDays([...shared, ...own.filter(({ id }) => !isShared.has(id))], gaps, days)
  }

  async add(accountId: string, { isShared, ...note }: Written): Promise<void> {
    const book = await (isShared ? this.#sharedBook(accountId) : this.#bookOf(accountId))
    await book.add({ ...note, sharedBy: isShared ? this.#author(accountId) : null })
    this.#emitChange(accountId)
  }

  /**
   * Moves a note if its sharing changes: the note is written to its new place before it is removed from the old one.
   */
  async change(accountId: string, { isShared, ...note }: Written): Promise<void> {
    const [from, wasShared] = await this.#bookWith(accountId, note.id)
    if (wasShared === isShared) await from.change(note.id, note.day, note.text)
    else {
      await from.refuseForeign(note.id)
      const to = await (isShared ? this.#sharedBook(accountId) : this.#bookOf(accountId))
      await to.add({ ...note, sharedBy: isShared ? this.#author(accountId) : null }, { isMoved: true })
      await from.drop(note.id)
    }
    this.#emitChange(accountId)
  }

  async remove(accountId: string, id: string): Promise<void> {
    const [book, isShared] = await this.#bookWith(accountId, id)
    // Otherwise, the copy that an interrupted move left here would appear in its place.
    const own = isShared ? await this.#bookOf(accountId) : null
    if (await own?.has(id)) await own!.drop(id)
    await book.remove(id)
    this.#emitChange(accountId)
  }

  async restore(accountId: string, id: string): Promise<void> {
    const [book] = await this.#bookWith(accountId, id)
    await book.restore(id)
    this.#emitChange(accountId)
  }

  /**
   * Called by other rooms when something has happened, for this computer or for everyone who uses the archive. A failure to
   * write the note is logged and does not reach the caller.
   */
  record(accountId: string, note: Recorded, { isShared = false } = {}): void {
    const recording = this.#record(accountId, note, isShared).catch((error: unknown) => {
      const { code } = AppError.from(error)
      this.#options.ports.logger.log('warn', 'A note could not be recorded.', { account: accountId, code })
    })
    this.#recording.add(recording)
    void recording.finally(() => this.#recording.delete(recording))
  }

  /**
   * The note is recorded after the send has ended, with the number of recipients it reached, because a refused send
   * causes no peak in the chart.
   */
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

  /** Removes this computer’s notes on a removed account. */
  async forget(accountId: string): Promise<void> {
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

  async #record(accountId: string, note: Recorded, isShared: boolean): Promise<void> {
    const { archives } = this.#options
    const book = isShared ? this.#book(sharedNotes(await archives.of(accountId))) : await this.#bookOf(accountId)
    if (await book.record(note)) this.#emitChange(accountId)
  }

  /** Throws if no account has this id, because the id becomes a file name. */
  async #bookOf(accountId: string): Promise<NoteBook> {
    return this.#books.of(this.#options.accounts.get(accountId).id)
  }

  #book(shelf: NoteShelf): NoteBook {
    return new NoteBook(shelf, () => this.#options.ports.clock.now())
  }

  /** Throws if the account has no team. */
  async #sharedBook(accountId: string): Promise<NoteBook> {
    this.#author(accountId)
    return this.#book(sharedNotes(await this.#options.archives.of(accountId)))
  }

  /**
   * Finds the book that contains the note, and whether that is the team’s. A note in both books counts as the team’s.
   * An archive that was moved back here still has its notes. If the team’s server can’t be reached, notes on this
   * computer can still be changed.
   */
  async #bookWith(accountId: string, id: string): Promise<readonly [book: NoteBook, isShared: boolean]> {
    const own = await this.#bookOf(accountId)
    if (!this.#options.accounts.get(accountId).storeHistory) return [own, false]
    try {
      const shared = this.#book(sharedNotes(await this.#options.archives.of(accountId)))
      return (await shared.has(id)) ? [shared, true] : [own, false]
    } catch (error) {
      if (await own.has(id)) return [own, false]
      throw error
    }
  }

  /** The user’s name on the team’s server. */
  #author(accountId: string): string {
    const { teamServer } = this.#options.accounts.get(accountId)
    if (teamServer !== null) return teamServer.user
    throw new AppError(
      'conflict',
      'This account’s archive is on this computer, so notes can’t be shared. To share them, use a team archive.',
    )
  }

  #emitChange(accountId: string): void {
    this.#options.events.emit({ name: 'notes.changed', payload: { accountId } })
  }
}
