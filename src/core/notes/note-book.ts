import { AppError } from '#shared/contract/base/error.ts'
import { isRealDay } from '#shared/domain/base/days.ts'
import { msPerDay } from '#shared/domain/base/durations.ts'
import { english } from '#shared/domain/base/plural.ts'
import type { KeptNote } from '#shared/domain/notes/note-days.ts'
import { withoutAddress } from '#shared/text/without-address.ts'
import type { NoteShelf, StoredNote } from './note-shelf.ts'

/**
 * A note recorded by Mailroom. The id identifies the note’s subject, which is noted only once, even if the user has
 * removed the note.
 */
export type Recorded = Pick<KeptNote, 'id' | 'text' | 'link'> & {
  readonly kind: Exclude<KeptNote['kind'], 'hand' | 'sync-gap'>
  /** Epoch milliseconds. */
  readonly moment: number
}

/** How long a removal can be undone. During this time, a removed note is not recorded again. */
const keptRemoved = 90 * msPerDay
/** Above this number, the user’s new notes are refused, and Mailroom’s new notes replace its oldest ones. */
const mostNotes = 5000

export type WrittenNote = Pick<StoredNote, 'id' | 'text' | 'sharedBy'> & { readonly day: string }

/** One account’s notes, either on this computer or in the team’s archive. */
export class NoteBook {
  readonly #shelf: NoteShelf
  readonly #now: () => number

  constructor(shelf: NoteShelf, now: () => number) {
    this.#shelf = shelf
    this.#now = now
  }

  async list(): Promise<KeptNote[]> {
    return (await this.#shelf.read())
      .filter(({ removedAt }) => removedAt === null)
      .map(({ removedAt: _removedAt, ...note }) => note)
  }

  /** Whether the note exists here, even if it was removed. */
  async has(id: string): Promise<boolean> {
    return (await this.#shelf.read()).some((note) => note.id === id)
  }

  /** With `isMoved`, a copy left by an earlier move that was interrupted is replaced. */
  async add({ id, day, text, sharedBy }: WrittenNote, { isMoved = false } = {}): Promise<void> {
    const note = {
      ...written(day, text),
      id,
      kind: 'hand' as const,
      moment: null,
      link: null,
      sharedBy,
      removedAt: null,
    }
    await this.#change((all) => {
      const others = all.filter((other) => other.id !== id)
      if (others.length < all.length && !isMoved) throw new AppError('conflict', 'This note has already been added.')
      refuseWhenFull(others)
      return [...others, note]
    })
  }

  async change(id: string, day: string, text: string): Promise<void> {
    const change = written(day, text)
    await this.#changeOne(id, (note) => {
      if (note.kind !== 'hand') throw notWritten()
      return { ...note, ...change }
    })
  }

  /** Throws if Mailroom recorded the note. */
  async refuseForeign(id: string): Promise<void> {
    const note = (await this.#shelf.read()).find((one) => one.id === id)
    if (note && note.kind !== 'hand') throw notWritten()
  }

  async remove(id: string): Promise<void> {
    await this.#changeOne(id, (note) => ({ ...note, removedAt: this.#now() }))
  }

  /** Permanently removes a note that has been moved to another shelf. */
  async drop(id: string): Promise<void> {
    await this.#change((all) => all.filter((note) => note.id !== id))
  }

  async restore(id: string): Promise<void> {
    await this.#changeOne(id, (note, all) => {
      if (note.kind === 'hand' && note.removedAt !== null) refuseWhenFull(all)
      return { ...note, removedAt: null }
    })
  }

  /** Returns false if the note was already recorded. */
  async record({ id, kind, moment, text, link }: Recorded): Promise<boolean> {
    if (await this.has(id)) return false
    const note = { id, kind, day: null, moment, text, link, sharedBy: null, removedAt: null }
    await this.#change((all) => (all.some((other) => other.id === id) ? all : [...all, note]))
    return true
  }

  /** Returns false if no note names the person. */
  async erase(email: string): Promise<boolean> {
    if ((await this.#shelf.read()).every(({ text }) => withoutAddress(text, email) === text)) return false
    await this.#shelf.change((all) => all.map((note) => ({ ...note, text: withoutAddress(note.text, email) })))
    return true
  }

  close(): Promise<void> {
    return this.#shelf.close()
  }

  #changeOne(id: string, change: (note: StoredNote, all: readonly StoredNote[]) => StoredNote): Promise<void> {
    return this.#change((all) => {
      if (!all.some((note) => note.id === id)) {
        throw new AppError('not-found', 'This note no longer exists. Mailroom keeps removed notes for 90 days.')
      }
      return all.map((note) => (note.id === id ? change(note, all) : note))
    })
  }

  async #change(change: (all: readonly StoredNote[]) => readonly StoredNote[]): Promise<void> {
    await this.#shelf.change((all) => bounded(change(all), this.#now() - keptRemoved))
  }
}

function written(day: string, text: string): { day: string; text: string } {
  if (!isRealDay(day)) throw new AppError('invalid-input', 'This date doesn’t exist. Choose another one.')
  const trimmed = text.trim()
  if (trimmed === '') throw new AppError('invalid-input', 'The note is empty. Write what happened on this day.')
  return { day, text: trimmed }
}

function notWritten(): AppError {
  return new AppError('conflict', 'Only notes that you wrote can be edited. Remove this one and write your own.')
}

/** A removed note does not count, so removing some makes room immediately. */
function refuseWhenFull(all: readonly StoredNote[]): void {
  if (all.filter(({ kind, removedAt }) => kind === 'hand' && removedAt === null).length < mostNotes) return
  const full = `You have written ${english.number(mostNotes)} notes for this account, the maximum.`
  throw new AppError('too-many', `${full} Remove some, then try again.`)
}

function bounded(notes: readonly StoredNote[], oldestRemoval: number): readonly StoredNote[] {
  const kept = notes.filter(({ removedAt }) => removedAt === null || removedAt > oldestRemoval)
  const made = kept.filter(({ kind }) => kind !== 'hand')
  const surplus = new Set(
    made.sort((a, b) => (a.moment ?? 0) - (b.moment ?? 0)).slice(0, Math.max(0, made.length - mostNotes)),
  )
  return kept.filter((note) => !surplus.has(note))
}
