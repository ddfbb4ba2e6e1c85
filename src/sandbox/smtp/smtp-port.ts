import type { Store } from '../store/index.ts'

/** The SMTP server’s last port, so that programs find the server there after a restart. */
export class SmtpPort {
  readonly #store: Store
  #port: number | null

  constructor(store: Store) {
    this.#store = store
    const stored = store.settings.get('smtp-port')
    this.#port = stored === null ? null : Number(stored)
  }

  /**
   * Listens on the last run’s port. If another program has it, listens on a free port and returns the old one as
   * `movedFrom`.
   */
  async listen(listen: (port: number) => Promise<number>): Promise<{ port: number; movedFrom: number | null }> {
    const wanted = this.#port ?? 0
    let movedFrom: number | null = null
    const port = await listen(wanted).catch((error: unknown) => {
      if (wanted === 0) throw error
      movedFrom = wanted
      return listen(0)
    })
    this.#port = port
    this.save()
    return { port, movedFrom }
  }

  /** Must also be called after the store has been emptied. */
  save(): void {
    if (this.#port !== null) this.#store.settings.set('smtp-port', String(this.#port))
  }
}
