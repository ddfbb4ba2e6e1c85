import { LinkFile } from './link-file.ts'
import type { Sessions, TokenOptions } from './sessions.ts'

/** A printed link is copied by hand, possibly into the browser of another computer that forwards the port. */
const printedMilliseconds = 600_000
/** A browser needs only seconds to start. */
const fileMilliseconds = 30_000

type LinksOptions = { origin: string; dataFolder: string; sessions: Sessions }

export class Links {
  readonly #options: LinksOptions
  readonly #file: LinkFile

  constructor(options: LinksOptions) {
    this.#options = options
    this.#file = new LinkFile(options.dataFolder)
  }

  new(): string {
    return this.#link({ lifeMilliseconds: printedMilliseconds })
  }

  newFile(): { url: string; isOpened: Promise<boolean> } {
    const { promise: isOpened, resolve } = Promise.withResolvers<boolean>()
    const onEnd = (end: 'used' | 'expired') => {
      this.#file.remove(link)
      resolve(end === 'used')
    }
    const link = this.#link({ lifeMilliseconds: fileMilliseconds, onEnd })
    this.#file.add(link)
    return { url: this.#file.url, isOpened }
  }

  close(): void {
    this.#file.close()
  }

  #link(token: TokenOptions): string {
    const { origin, sessions } = this.#options
    return `${origin}/?token=${sessions.issueToken(token)}`
  }
}
