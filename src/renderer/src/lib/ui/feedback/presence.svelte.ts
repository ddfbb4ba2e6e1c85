/**
 * Tells work that takes a while whether the user is still at the component that began it. Once the component is gone,
 * perhaps for another view, the work must neither replace that view nor report in the component. Create it with the
 * component.
 */
export class Presence {
  #isLeft = false

  constructor() {
    $effect(() => () => void (this.#isLeft = true))
  }

  get isLeft(): boolean {
    return this.#isLeft
  }
}
