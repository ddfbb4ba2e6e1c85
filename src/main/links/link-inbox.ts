/** Links from the system, which macOS hands over before there is a window. */
export class LinkInbox {
  #waiting: string[] = []
  #open: ((text: string) => void) | null = null

  receive(text: string): void {
    if (this.#open) this.#open(text)
    else this.#waiting.push(text)
  }

  /** From now on links are opened, beginning with those that came before. */
  openWith(open: (text: string) => void): void {
    this.#open = open
    for (const text of this.#waiting.splice(0)) open(text)
  }
}
