/** What the last call said about the way to the service: `refused` is reached, but not let in. */
export type ConnectionState = 'unknown' | 'online' | 'offline' | 'refused'

export type ConnectionListener = (state: ConnectionState, problem: string | null) => void

export type Connection = {
  state(): ConnectionState
  /** `problem` is the sentence of what went wrong. */
  set(state: ConnectionState, problem?: string): void
  onChange(listener: ConnectionListener): () => void
  /** Resolves as soon as some call reached the service. */
  reached(signal: AbortSignal | undefined): Promise<void>
}

export function createConnection(): Connection {
  let state: ConnectionState = 'unknown'
  let told: string | null = null
  const listeners = new Set<ConnectionListener>()
  const waiting = new Set<() => void>()
  return {
    state: () => state,
    set(next, problem = undefined) {
      const news = problem ?? null
      if (next === state && news === told) return
      state = next
      told = news
      if (next !== 'offline') {
        for (const resume of [...waiting]) resume()
      }
      for (const listener of [...listeners]) listener(next, news)
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
