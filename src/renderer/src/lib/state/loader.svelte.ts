import { AppError } from '#shared/contract/base/error.ts'

/**
 * Data that a view loads: the value, whether it is loading, and the error. The previous value stays while the next one is
 * loading, and a value overtaken by a later load is dropped.
 */
export class Loader<Value> {
  value = $state.raw<Value>()
  error = $state.raw<AppError>()
  busy = $state(false)
  readonly #ask: () => Promise<Value>
  #turn = 0

  constructor(ask: () => Promise<Value>) {
    this.#ask = ask
  }

  load = async (): Promise<void> => {
    const turn = ++this.#turn
    this.busy = true
    try {
      const value = await this.#ask()
      if (turn !== this.#turn) return
      this.value = value
      this.error = undefined
    } catch (thrown) {
      if (turn === this.#turn) this.error = AppError.from(thrown)
    } finally {
      if (turn === this.#turn) this.busy = false
    }
  }

  /** Accepts a value that was not loaded here. A load still in progress is older and is dropped. */
  put(value: Value): void {
    this.#turn++
    this.value = value
    this.error = undefined
    this.busy = false
  }
}
