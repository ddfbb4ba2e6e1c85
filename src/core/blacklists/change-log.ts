import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { blacklistChange, type BlacklistChange } from '#shared/contract/blacklists.ts'
import { LineFile } from '../base/line-file.ts'

/** Records who was added to a list or removed from one, by whom and when. */
export class ChangeLog {
  readonly #file: LineFile
  readonly #changes: BlacklistChange[]
  /** Whether the file lacks changes or still names an erased person, because it could not be written. */
  #isBehind = false

  private constructor(file: LineFile, changes: BlacklistChange[]) {
    this.#file = file
    this.#changes = changes
  }

  static async open(folder: string): Promise<ChangeLog> {
    const file = new LineFile(join(folder, 'changes.jsonl'))
    const lines = existsSync(file.path) ? await file.read() : []
    return new ChangeLog(file, lines.flatMap(readLine))
  }

  /** Returns at most `most` changes, newest first. */
  list(most: number): BlacklistChange[] {
    return this.#changes.slice(-most).reverse()
  }

  async add(changes: readonly BlacklistChange[]): Promise<void> {
    this.#changes.push(...changes)
    if (existsSync(this.#file.path) && !this.#isBehind)
      await this.#file.append(changes.map(written).join('')).catch(this.#fallBehind)
    else await this.#rewrite()
  }

  async erase(email: string): Promise<void> {
    const wanted = email.trim().toLowerCase()
    const others = this.#changes.filter((change) => change.email.toLowerCase() !== wanted)
    if (others.length === this.#changes.length && !this.#isBehind) return
    this.#changes.splice(0, this.#changes.length, ...others)
    await this.#rewrite()
  }

  close(): Promise<void> {
    return this.#file.close()
  }

  async #rewrite(): Promise<void> {
    await this.#file.rewrite(this.#changes.map(written)).catch(this.#fallBehind)
    this.#isBehind = false
  }

  readonly #fallBehind = (thrown: unknown): never => {
    this.#isBehind = true
    throw thrown
  }
}

function written(change: BlacklistChange): string {
  return `${JSON.stringify(change)}\n`
}

/** Returns nothing for an unreadable line, so that it does not hide the others. */
function readLine(text: string): BlacklistChange[] {
  try {
    return [blacklistChange.parse(JSON.parse(text))]
  } catch {
    return []
  }
}
