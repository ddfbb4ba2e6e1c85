import { createHash } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { partFigures } from '#shared/contract/base/service-figures.ts'
import { AppError } from '#shared/contract/base/error.ts'
import { folderBytes } from '../../base/folders.ts'
import { JsonFile } from '../../base/json-file.ts'
import type { Clock, Logger } from '../../base/ports.ts'

const keptAnswer = z.strictObject({ figures: partFigures, askedAt: z.number() })
export type KeptAnswer = z.infer<typeof keptAnswer>

type Options = {
  readonly folder: (accountId: string) => string
  readonly clock: Clock
  readonly logger: Pick<Logger, 'log'>
}

/**
 * How many responses are kept, and how many bytes they may take up. A dashboard needs a dozen responses; a response
 * about 50,000 domains takes up 6 MB.
 */
const [mostFiles, mostBytes] = [200, 64 * 1024 * 1024]

/**
 * Keeps the last response to each query in a separate file in the account’s folder. All responses can be requested
 * again.
 */
export class KeptAnswers {
  readonly #options: Options
  #writing: Promise<void> = Promise.resolve()

  constructor(options: Options) {
    this.#options = options
  }

  async read(accountId: string, question: string): Promise<KeptAnswer | null> {
    return (await this.#file(accountId, question)).value
  }

  /**
   * Saves in the background. `isWanted` is called just before saving, because the account may have been removed by then.
   */
  write(accountId: string, question: string, answer: KeptAnswer, isWanted: () => boolean): void {
    this.#next(async () => {
      if (!isWanted()) return
      const file = await this.#file(accountId, question)
      await file.set(() => answer)
      await this.#prune(accountId)
    })
  }

  async remove(accountId: string): Promise<void> {
    this.#next(() => rm(this.#folder(accountId), { recursive: true, force: true }))
    await this.#writing
  }

  bytesOf(accountId: string): Promise<number> {
    return folderBytes(this.#folder(accountId))
  }

  settled(): Promise<void> {
    return this.#writing
  }

  /** A failure to save is only logged, since the figures can be requested again. */
  #next(work: () => Promise<void>): void {
    this.#writing = this.#writing.then(work).catch((error: unknown) => {
      const { message, details } = AppError.from(error)
      this.#options.logger.log('warn', 'The service’s figures could not be saved.', { message, ...details })
    })
  }

  #folder(accountId: string): string {
    return join(this.#options.folder(accountId), 'service-figures')
  }

  #file(accountId: string, question: string): Promise<JsonFile<KeptAnswer | null>> {
    const { clock } = this.#options
    const name = createHash('sha256').update(question).digest('hex').slice(0, 32)
    return JsonFile.open<KeptAnswer | null>({
      path: join(this.#folder(accountId), `${name}.json`),
      initial: null,
      read: (parsed) => keptAnswer.parse(parsed),
      // A response that is incomplete or from another version is useless, so its file is removed.
      onBroken: (keptAs) => this.#next(() => rm(keptAs, { force: true })),
      now: () => clock.now(),
    })
  }

  async #prune(accountId: string): Promise<void> {
    const folder = this.#folder(accountId)
    const files = await Promise.all(
      (await readdir(folder)).map(async (name) => {
        const path = join(folder, name)
        const { size, mtimeMs } = await stat(path)
        return { path, size, mtimeMs }
      }),
    )
    let bytes = 0
    for (const [at, { path, size }] of files.sort((a, b) => b.mtimeMs - a.mtimeMs).entries()) {
      bytes += size
      if (at >= mostFiles || bytes > mostBytes) await rm(path, { force: true })
    }
  }
}
