/** Steps of the history whose places are kept; a browser keeps few more of the steps themselves. */
const mostPlaces = 100

export type Place = Record<string, unknown>

/** What the views noted about each step of the history, the last used ones. */
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
