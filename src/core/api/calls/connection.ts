/** The connection state according to the last call. `refused` means that the service was reached but denied access. */
export type ConnectionState = 'unknown' | 'online' | 'offline' | 'refused'

export type ConnectionListener = (state: ConnectionState, problem: string | null) => void

/** The state of the connection to a service, according to the calls made. */
export class Connection {
  readonly #listeners = new Set<ConnectionListener>()
  readonly #waiting = new Set<() => void>()
  #state: ConnectionState = 'unknown'
  #problem: string | null = null

  state(): ConnectionState {
    return this.#state
  }

  /** `problem` is the message describing what went wrong; null if nothing did. */
  set(state: ConnectionState, problem: string | null = null): void {
    if (state === this.#state && problem === this.#problem) return
    this.#state = state
    this.#problem = problem
    if (state !== 'offline') {
      for (const resume of [...this.#waiting]) resume()
    }
    for (const listener of [...this.#listeners]) listener(state, problem)
  }

  /** Returns a function that stops listening. */
  onChange(listener: ConnectionListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Resolves as soon as a call reaches the service or the signal is aborted. */
  reached(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const resume = (): void => {
        this.#waiting.delete(resume)
        signal.removeEventListener('abort', resume)
        resolve()
      }
      this.#waiting.add(resume)
      signal.addEventListener('abort', resume, { once: true })
    })
  }
}
