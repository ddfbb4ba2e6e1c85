/** The number of history steps whose states are kept. Browsers themselves keep hardly more. */
const mostSteps = 100

export type StepState = Record<string, unknown>

/** The states that views stored for the most recently used history steps. */
export class StepStates {
  #states: readonly { step: string; state: StepState }[] = []

  at(step: string): StepState {
    const known = this.#states.find((other) => other.step === step) ?? { step, state: {} }
    if (this.#states.at(-1) !== known) {
      this.#states = [...this.#states.filter((other) => other !== known), known].slice(-mostSteps)
    }
    return known.state
  }
}
