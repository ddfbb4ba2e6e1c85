import { randomBytes } from 'node:crypto'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Writes `open.html` to the data folder: a page, readable by this user alone, that redirects a browser to a one-time
 * link. Any user of the computer can read a program’s arguments, so a browser is started with this file’s address
 * instead of the link. The file name stays the same, because Chromium remembers an app window’s position by the path it
 * was opened with. Links that are valid at the same time form a queue: each use brings up the next one.
 */
export class LinkFile {
  readonly #path: string
  readonly #links = new Set<string>()

  constructor(dataFolder: string) {
    this.#path = join(dataFolder, 'open.html')
    // A process that was killed may not have removed its link file.
    this.#write()
  }

  get url(): string {
    return pathToFileURL(this.#path).href
  }

  add(link: string): void {
    this.#links.add(link)
    this.#write()
  }

  remove(link: string): void {
    if (!this.#links.delete(link)) return
    try {
      this.#write()
    } catch {
      // If the disk is full or the folder is gone, the other links fail as well.
      this.close()
    }
  }

  close(): void {
    this.#links.clear()
    this.#write()
  }

  #write(): void {
    const newest = [...this.#links].at(-1)
    if (newest === undefined) {
      rmSync(this.#path, { force: true })
      return
    }
    // Writing to an existing file would keep its mode, so the file is replaced.
    const fresh = `${this.#path}.${randomBytes(6).toString('hex')}`
    writeFileSync(fresh, redirect(newest), { flag: 'wx', mode: 0o600 })
    renameSync(fresh, this.#path)
  }
}

/** `replace` keeps the file out of the browser’s history. */
function redirect(link: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="referrer" content="no-referrer">
<title>Mailroom</title><script>location.replace(${JSON.stringify(link)})</script></html>
`
}
