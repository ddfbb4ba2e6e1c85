/** What the last call said about the way to the service: `refused` is reached, but not let in. */
export type ConnectionState = 'unknown' | 'online' | 'offline' | 'refused'

export type Connection = {
  state(): ConnectionState
  set(state: ConnectionState): void
  onChange(listener: (state: ConnectionState) => void): () => void
  /** Resolves as soon as some call reached the service. */
  reached(signal: AbortSignal | undefined): Promise<void>
}

export function createConnection(): Connection {
  let state: ConnectionState = 'unknown'
  const listeners = new Set<(state: ConnectionState) => void>()
  const waiting = new Set<() => void>()
  return {
    state: () => state,
    set(next) {
      if (next === state) return
      state = next
      if (next !== 'offline') {
        for (const resume of [...waiting]) resume()
      }
      for (const listener of [...listeners]) listener(next)
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    reached(signal) {
      return new Promise((resolve) => {
        const resume = (): void => {
          waiting.delete(resume)
          signal?.removeEventListener('abort', resume)
          resolve()
        }
        waiting.add(resume)
        signal?.addEventListener('abort', resume, { once: true })
      })
    },
  }
}
