/** Keeps links from the system until there is a window, because macOS may deliver them before that. */
export class LinkInbox {
  #waiting: string[] = []
  #open: ((text: string) => void) | null = null

  receive(text: string): void {
    if (this.#open) this.#open(text)
    else this.#waiting.push(text)
  }

  /** Opens the links received so far, and all further ones immediately. */
  openWith(open: (text: string) => void): void {
    this.#open = open
    for (const text of this.#waiting.splice(0)) open(text)
  }
}
