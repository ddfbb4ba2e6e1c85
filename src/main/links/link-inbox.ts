/** Holds links from the system, which macOS may hand over before there is a window. */
export class LinkInbox {
  #waiting: string[] = []
  #open: ((text: string) => void) | null = null

  receive(text: string): void {
    if (this.#open) this.#open(text)
    else this.#waiting.push(text)
  }

  /** From now on, links are opened immediately, beginning with those already received. */
  openWith(open: (text: string) => void): void {
    this.#open = open
    for (const text of this.#waiting.splice(0)) open(text)
  }
}
