/** Steps of the history whose places are kept. A browser itself keeps few more steps. */
const mostPlaces = 100

export type Place = Record<string, unknown>

/** What views noted about the steps of the history that were used last. */
export class Places {
  #places: readonly { step: string; place: Place }[] = []

  at(step: string): Place {
    const known = this.#places.find((other) => other.step === step) ?? { step, place: {} }
    if (this.#places.at(-1) !== known) {
      this.#places = [...this.#places.filter((other) => other !== known), known].slice(-mostPlaces)
    }
    return known.place
  }
}
