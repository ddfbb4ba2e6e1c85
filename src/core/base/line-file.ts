import { mkdir, open, readFile, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileError } from './json-file.ts'
import { removeParts, writeWhole, type PartFile } from './whole-files/part-file.ts'
import { Queue } from './queue.ts'

/**
 * A file of lines to which only changes are appended: rewriting a list of a hundred thousand entries at every change would
 * take longer than the changes. A crash can cut off only the last line, which nothing has relied on yet.
 */
export class LineFile {
  readonly path: string
  /** The number of bytes in complete lines; null until the file has been opened for writing. */
  #length: number | null = null
  #file: FileHandle | null = null
  readonly #changes = new Queue()

  constructor(path: string) {
    this.path = path
  }

  /**
   * Reads the complete lines. Must not be called during a write, whose part file it would remove. Anything after the
   * last line break is part of a line left by a crash.
   */
  async read(): Promise<string[]> {
    await removeParts(this.path)
    return (await readFile(this.path, 'utf8')).split('\n').slice(0, -1)
  }

  /** Resolves when the lines are on disk. Returns the number of bytes before them. */
  append(lines: string): Promise<number> {
    return this.#next(async () => {
      const bytes = Buffer.from(lines)
      this.#file ??= await open(this.path, 'r+', 0o600)
      const before = (this.#length ??= await endOfLines(this.#file))
      try {
        // The lines are written at a position, so that half a line left by a crash or a full disk is overwritten.
        await writeAll(this.#file, bytes, before)
        await this.#file.truncate(before + bytes.length)
        await this.#file.datasync()
      } catch (error) {
        // Lines whose write failed must not be read at the next start.
        await this.#file.truncate(before).catch(() => undefined)
        throw error
      }
      this.#length = before + bytes.length
      return before
    })
  }

  /** Truncates the file to this many bytes of complete lines. Needs no space on disk. */
  cut(length: number): Promise<void> {
    return this.#next(async () => {
      this.#file ??= await open(this.path, 'r+', 0o600)
      await this.#file.truncate(length)
      await this.#file.datasync()
      this.#length = length
    })
  }

  /** Replaces all lines with these, piece by piece, so that a long list doesn’t block other work. */
  rewrite(pieces: Iterable<string>): Promise<void> {
    return this.#next(async () => {
      await this.#close()
      await mkdir(dirname(this.path), { recursive: true, mode: 0o700 })
      const write = async (part: PartFile): Promise<void> => {
        for (const piece of pieces) await part.write([Buffer.from(piece)])
      }
      await writeWhole(this.path, write, { durable: true, mode: 0o600 })
    })
  }

  /** Closes the file until the next change reopens it. */
  close(): Promise<void> {
    return this.#next(() => this.#close())
  }

  /** Resolves when every earlier change has been written or has failed. */
  settled(): Promise<void> {
    return this.#changes.settled()
  }

  async #close(): Promise<void> {
    const file = this.#file
    this.#file = null
    this.#length = null
    await file?.close()
  }

  async #next<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#changes.add(work).catch((error: unknown) => {
      throw fileError(this.path, error)
    })
  }
}

/** A nearly full disk accepts part of the bytes without an error. */
async function writeAll(file: FileHandle, bytes: Buffer, at: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at + done)
    done += bytesWritten
  }
}

/** Where the last complete line ends. */
async function endOfLines(file: FileHandle): Promise<number> {
  let { size: end } = await file.stat()
  const tail = Buffer.alloc(65_536)
  while (end > 0) {
    const start = Math.max(0, end - tail.length)
    const { bytesRead } = await file.read(tail, 0, end - start, start)
    const at = tail.subarray(0, bytesRead).lastIndexOf(0x0a)
    if (at >= 0) return start + at + 1
    end = start
  }
  return 0
}
