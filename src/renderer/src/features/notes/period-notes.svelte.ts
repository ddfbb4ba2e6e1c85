import type { AppError } from '#shared/contract/base/error.ts'
import type { Note } from '#shared/contract/notes.ts'
import type { DaysInZone } from '#shared/domain/notes/note-days.ts'
import { followAccount } from '../../lib/state/account-list.svelte.ts'
import type { AppState } from '../../lib/state/app-state.svelte.ts'
import { usesTeamArchive } from '../../lib/state/uses-team-archive.ts'
import { Loader } from '../../lib/state/loader.svelte.ts'
import { undoAction } from '../../lib/ui/toasts/undo-action.ts'

/** The note in the dialog; a new note has no id yet. */
type Writing = {
  readonly id: string | null
  readonly day: string
  readonly text: string
  readonly isShared: boolean
}

const hiddenKey = 'notes.hidden'
const sharedKey = 'notes.shared'

export class PeriodNotes {
  writing = $state.raw<Writing | null>(null)
  readonly #app: AppState
  readonly accountId: string
  readonly #days: () => DaysInZone
  readonly #loader: Loader<readonly Note[]>
  readonly #hasTeam: boolean = $derived.by(() => usesTeamArchive(this.#app, this.accountId))
  readonly isShown: boolean = $derived.by(() => this.#app.settings.viewState[hiddenKey] !== true)

  constructor(app: AppState, accountId: string, days: () => DaysInZone) {
    this.#app = app
    this.accountId = accountId
    this.#days = days
    this.#loader = new Loader(() => this.#read())
  }

  get all(): readonly Note[] {
    return this.#loader.value ?? []
  }

  get error(): AppError | undefined {
    return this.#loader.error
  }

  readonly reload = (): void => void this.#loader.load()

  /**
   * Reloads the notes when they change, and the gaps after a sync, which may close them. Returns a function that stops
   * following.
   */
  follow(): () => void {
    this.reload()
    const followed = { accountId: this.accountId, events: ['notes.changed', 'archive.changed'] } as const
    return followAccount(this.#app.host, followed, this.reload)
  }

  show(isShown: boolean): void {
    this.#app.change({ viewState: { [hiddenKey]: !isShown } })
  }

  add(day: string): void {
    this.writing = {
      id: null,
      day,
      text: '',
      isShared: this.#hasTeam && this.#app.settings.viewState[sharedKey] === true,
    }
  }

  edit({ id, day, text, sharedBy }: Note): void {
    this.writing = { id, day, text, isShared: sharedBy !== null }
  }

  /** Throws the core’s error, which the dialog shows. */
  async save(written: Pick<Writing, 'day' | 'text' | 'isShared'>): Promise<void> {
    const id = this.writing?.id ?? null
    const [accountId, { host }] = [this.accountId, this.#app]
    if (id === null) {
      await host.invoke('notes.add', { accountId, id: crypto.randomUUID(), ...written })
      // Remembers the choice for the next note.
      if (this.#hasTeam) this.#app.change({ viewState: { [sharedKey]: written.isShared } })
    } else await host.invoke('notes.change', { accountId, id, ...written })
    this.writing = null
  }

  async remove({ id }: Note): Promise<void> {
    const place = { accountId: this.accountId, id }
    const { host, toasts } = this.#app
    if (!(await this.#app.attempt(() => host.invoke('notes.remove', place)))) return
    const undo = () => void this.#app.attempt(() => host.invoke('notes.restore', place))
    toasts.info('The note was removed.', { action: undoAction(undo) })
  }

  async #read(): Promise<readonly Note[]> {
    const { notes } = await this.#app.host.invoke('notes.list', { accountId: this.accountId, ...this.#days() })
    return notes
  }
}
