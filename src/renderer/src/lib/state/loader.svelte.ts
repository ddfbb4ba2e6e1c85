/**
 * Something a view asks for: what is known, whether it is being asked, what went wrong. The last answer stays while the
 * next one is on its way, and an answer that was overtaken by a later question is dropped.
 */
export class Loader<Value> {
  value = $state.raw<Value>()
  error = $state.raw<unknown>()
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
      if (turn === this.#turn) this.error = thrown
    } finally {
      if (turn === this.#turn) this.busy = false
    }
  }

  /** What became known otherwise: an answer that is still on its way is older. */
  put(value: Value): void {
    this.#turn++
    this.value = value
    this.error = undefined
    this.busy = false
  }
}
