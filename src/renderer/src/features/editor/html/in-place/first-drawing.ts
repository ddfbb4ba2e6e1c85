/**
 * The first drawing of a message, during which its elements are shown before they are known as parts. Presses in them
 * wait for its end, and so do images, because beginning again would remove the pressed elements.
 */
export class FirstDrawing {
  #isUnderWay = false
  #missesImage = false
  #waiting: (() => void)[] = []

  begin(): void {
    this.#isUnderWay = true
  }

  /** Runs `act` now, or once the parts are known. */
  once(act: () => void): void {
    if (this.#isUnderWay) this.#waiting.push(act)
    else act()
  }

  /** Returns whether the drawing is under way, so that an image that arrived now is shown after it. */
  postponesImage(): boolean {
    if (this.#isUnderWay) this.#missesImage = true
    return this.#isUnderWay
  }

  /** Runs what has waited, if the user is still in the message. Returns whether an image is missing. */
  end(isStillThere: () => boolean): boolean {
    const acts = this.#waiting
    const isMissing = this.#missesImage
    this.#waiting = []
    this.#isUnderWay = false
    this.#missesImage = false
    for (const act of acts) if (isStillThere()) act()
    return isMissing
  }
}
