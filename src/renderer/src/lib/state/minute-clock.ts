import { createSubscriber } from 'svelte/reactivity'

const minute = 60_000

/**
 * The current time, for text that shows how long ago something was. One timer updates it for the entire page, and only
 * while the page is visible and displays such a time.
 */
export class MinuteClock {
  /** The time that all parts of the page display; null while none of them displays it. */
  #shown: number | null = null
  readonly #follow = createSubscriber((update) => {
    const tick = () => {
      this.#shown = Date.now()
      update()
    }
    let timer: ReturnType<typeof setInterval> | undefined
    const run = () => {
      clearInterval(timer)
      if (!document.hidden) timer = setInterval(tick, minute)
    }
    const see = () => {
      if (!document.hidden) tick()
      run()
    }
    this.#shown = Date.now()
    run()
    document.addEventListener('visibilitychange', see)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', see)
      this.#shown = null
    }
  })

  get now(): number {
    this.#follow()
    return this.#shown ?? Date.now()
  }

  /** The present, or the epoch second of the last sync if the service’s clock is ahead. */
  notBefore(lastSync: number | null | undefined): number {
    return Math.max(this.now, (lastSync ?? 0) * 1000)
  }
}
