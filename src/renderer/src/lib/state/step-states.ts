/** Steps of the history whose states are kept. A browser itself keeps few more steps. */
const mostSteps = 100

export type StepState = Record<string, unknown>

/** What views noted about the steps of the history that were used last. */
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
