import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '#shared/contract/base/error.ts'
import type { FileGround } from './room.ts'
import { removeParts, writeWhole } from './whole-files/part-file.ts'
import { renamePatiently } from './whole-files/rename-patiently.ts'
import { Queue } from './queue.ts'

type JsonFileOptions<Value> = {
  readonly path: string
  /** The value until the file is first written. */
  readonly initial: Value
  /** Checks the parsed JSON; throws if it isn’t a `Value`. */
  readonly read: (parsed: unknown) => Value
  /** Called when a file could not be read and was moved aside. */
  readonly onBroken: (keptAs: string, reason: string) => void
  readonly now: () => number
}

/**
 * One small JSON file, held in memory and always written completely: a temporary file, fsync, rename. A crash leaves either
 * the old or the new content, never a mixture. Writes run one after another, so the last change wins.
 */
export class JsonFile<Value> {
  readonly #options: JsonFileOptions<Value>
  #value: Value
  readonly #changes = new Queue()

  private constructor(options: JsonFileOptions<Value>, value: Value) {
    this.#options = options
    this.#value = value
  }

  static async open<Value>(options: JsonFileOptions<Value>): Promise<JsonFile<Value>> {
    await removeParts(options.path)
    let text: string
    try {
      text = await readFile(options.path, 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new JsonFile(options, options.initial)
      throw fileError(options.path, error)
    }
    try {
      return new JsonFile(options, options.read(JSON.parse(text)))
    } catch (error) {
      // The file is kept, because the user may want to repair it by hand.
      const keptAs = `${options.path}.broken-${options.now()}`
      await renamePatiently(options.path, keptAs)
      options.onBroken(keptAs, error instanceof Error ? error.message : String(error))
      return new JsonFile(options, options.initial)
    }
  }

  /** Opens a room’s file. */
  static inDataFolder<Value>(
    { ports, onBroken }: Pick<FileGround, 'ports' | 'onBroken'>,
    { name, ...options }: Pick<JsonFileOptions<Value>, 'initial' | 'read'> & { readonly name: string },
  ): Promise<JsonFile<Value>> {
    return JsonFile.open({ ...options, path: join(ports.paths.data, name), onBroken, now: () => ports.clock.now() })
  }

  get value(): Value {
    return this.#value
  }

  /**
   * Returns the new value once it is on disk. If the write fails, the old value stays. If `change` returns the value it
   * was given, nothing is written.
   */
  set(change: (current: Value) => Value): Promise<Value> {
    return this.#changes.add(async () => {
      const next = change(this.#value)
      if (next !== this.#value) await writeText(this.#options.path, JSON.stringify(next, null, 2))
      this.#value = next
      return next
    })
  }

  /** Resolves when every earlier change has been written or has failed. */
  settled(): Promise<void> {
    return this.#changes.settled()
  }
}

async function writeText(path: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeWhole(path, (part) => part.write([Buffer.from(text)]), { durable: true, mode: 0o600 })
  } catch (error) {
    throw fileError(path, error)
  }
}

/** Describes a file system failure. The path is only in the details, for the log. */
export function fileError(path: string, error: unknown): AppError {
  const code = (error as NodeJS.ErrnoException).code ?? 'unknown'
  const sentences: Record<string, string> = {
    ENOSPC: 'The disk is full. Nothing was lost. Free up some space, then try again.',
    EDQUOT: 'Your disk quota is used up. Nothing was lost. Free up some space, then try again.',
    EACCES: 'Mailroom doesn’t have permission to write to its data folder. Check the folder’s permissions.',
    EPERM: 'Mailroom doesn’t have permission to write to its data folder. Check the folder’s permissions.',
    EROFS: 'The data folder is on a read-only disk. Choose another folder with --data.',
    EEXIST: 'There is a file where the data folder should be. Choose another folder with --data.',
    ENOTDIR: 'Part of the data folder’s path is a file. Choose another folder with --data.',
  }
  return new AppError(
    'disk',
    sentences[code] ??
      'Mailroom could not read or write a file in its data folder. Check the disk and the folder’s permissions.',
    {
      retryable: code === 'ENOSPC' || code === 'EDQUOT',
      details: { path, reason: code },
      cause: error,
    },
  )
}
