import { LinkFile } from './link-file.ts'
import type { Sessions } from './sessions.ts'

/** A printed link is copied by hand, perhaps into the browser of another computer that forwards the port. */
const printedMilliseconds = 600_000
/** A browser needs seconds to start. */
const fileMilliseconds = 30_000

type LinksOptions = { origin: string; dataFolder: string; sessions: Sessions }

/** One-time links that open the page. */
export class Links {
  readonly #origin: string
  readonly #sessions: Sessions
  readonly #file: LinkFile

  constructor({ origin, dataFolder, sessions }: LinksOptions) {
    this.#origin = origin
    this.#sessions = sessions
    this.#file = new LinkFile(dataFolder)
  }

  new(): string {
    return this.#linkOf(this.#sessions.issueToken({ lifeMilliseconds: printedMilliseconds }))
  }

  newFile(): { url: string; isOpened: Promise<boolean> } {
    const { promise: isOpened, resolve } = Promise.withResolvers<boolean>()
    const onEnd = (end: 'used' | 'expired') => {
      this.#file.remove(link)
      resolve(end === 'used')
    }
    const link = this.#linkOf(this.#sessions.issueToken({ lifeMilliseconds: fileMilliseconds, onEnd }))
    this.#file.add(link)
    return { url: this.#file.url, isOpened }
  }

  close(): void {
    this.#file.close()
  }

  #linkOf(token: string): string {
    return `${this.#origin}/?token=${token}`
  }
}
