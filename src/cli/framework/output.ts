import { createReadStream } from 'node:fs'
import { access, constants, open, readlink, realpath, stat, type FileHandle } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { AppError } from '#shared/contract/base/error.ts'
import type { Output } from './progress-line.ts'
import type { Terminal } from './terminal.ts'
import { UsageError } from './usage-error.ts'

/** Accepts part of the result, and resolves when there is room for the next part. */
export type Write = (text: string | Uint8Array) => Promise<void>

/**
 * The program that reads the output has closed it, as `head` does in `mailroom search | head`. This is not an error.
 */
export class OutputClosed extends Error {}

/**
 * Passes `work` a function that writes the result to stdout, to a device or pipe, or to a file, which is replaced
 * completely or not at all.
 */
export async function withOutput<Result>(
  {
    out,
    terminal,
    flag = '--out',
  }: { readonly out: string | undefined; readonly terminal: Terminal; readonly flag?: string },
  work: (write: Write) => Promise<Result>,
): Promise<Result> {
  if (out === undefined || out === '-') return work((text) => writeBytes(terminal.stdout, text))
  const path = await destinationOf(resolve(terminal.folder, out))
  if (path.isStream) return withStream(path.target, flag, work)
  return withFile(path.target, flag, work)
}

/** Refuses a file that can’t be written. Called before work whose result would otherwise be lost. */
export async function refuseUnwritable(out: string | undefined, terminal: Terminal, flag: string): Promise<void> {
  if (out === undefined || out === '-') return
  const { target, isStream } = await destinationOf(resolve(terminal.folder, out))
  if (isStream) return
  const found = await stat(target).catch(() => null)
  if (found?.isDirectory()) throw new UsageError(`${out} given by ${flag} is a folder. Give the name of a file in it.`)
  await access(dirname(target), constants.W_OK).catch(async (error: unknown) => {
    throw await placeProblem(target, flag, error)
  })
}

async function withFile<Result>(path: string, flag: string, work: (write: Write) => Promise<Result>): Promise<Result> {
  const { writeWhole } = await import('#core/base/whole-files/part-file.ts')
  let result: { value: Result } | undefined
  const fill = async (write: Write): Promise<void> => {
    result = { value: await work(write) }
  }
  try {
    await writeWhole(
      path,
      (part) => fill((text) => part.write([typeof text === 'string' ? Buffer.from(text) : text])),
      { durable: true },
    )
  } catch (error) {
    throw await placeProblem(path, flag, error)
  }
  return result!.value
}

type Destination = { readonly target: string; readonly isStream: boolean }

/**
 * Resolves a path typed by the user to the file that is written: for a link, its target. Devices and pipes are written
 * to directly, because root would replace `/dev/null` with a file and so break it for every program.
 */
export async function destinationOf(path: string): Promise<Destination> {
  const target = await realpath(path).catch(() => targetOf(path))
  const found = await stat(target).catch(() => null)
  if (found?.isSocket())
    throw new UsageError(`${path} is a socket, so a file can’t be written there. Choose another path.`)
  return { target, isStream: found !== null && !found.isFile() && !found.isDirectory() }
}

/** The target of a link to a file that does not exist yet; any other path unchanged. */
async function targetOf(path: string): Promise<string> {
  const target = await readlink(path).catch(() => null)
  return target === null ? path : resolve(dirname(path), target)
}

async function withStream<Result>(
  path: string,
  flag: string,
  work: (write: Write) => Promise<Result>,
): Promise<Result> {
  let file: FileHandle | undefined
  try {
    const opened = (file = await open(path, 'w'))
    return await work(async (text) => {
      await opened.writeFile(text)
    })
  } catch (error) {
    throw await placeProblem(path, flag, error)
  } finally {
    await file?.close()
  }
}

/** Copies a file to a path that the user gave with a flag. */
export async function copyWhole(from: string, wanted: string, flag = '--mails'): Promise<void> {
  const { target: to, isStream } = await destinationOf(wanted)
  if (isStream) {
    await withStream(to, flag, async (write) => {
      for await (const chunk of createReadStream(from)) await write(chunk as Buffer)
    })
    return
  }
  const { writeWhole } = await import('#core/base/whole-files/part-file.ts')
  const copy = async (part: { write(parts: readonly Uint8Array[]): Promise<void> }): Promise<void> => {
    for await (const chunk of createReadStream(from)) await part.write([chunk as Buffer])
  }
  await writeWhole(to, copy, { durable: true }).catch(async (error: unknown) => {
    throw await placeProblem(to, flag, error)
  })
}

/** Rewords the app’s messages, which assume that the file was chosen in a window, for a path given by a flag. */
export async function placeProblem(path: string, flag: string, error: unknown): Promise<unknown> {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    const sentence = `The folder ${dirname(path)} given by ${flag} does not exist. Create it first, or choose another one.`
    return new AppError('disk', sentence, { cause: error })
  }
  const { chosenFileError } = await import('#core/base/whole-files/chosen-file-error.ts')
  return chosenFileError(path, error)
}

/** Resolves when the text has been passed on. */
export async function writeBytes(output: Output, text: string | Uint8Array): Promise<void> {
  if (text.length === 0) return
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  output.write(text, (error) => (error ? reject(meaning(error)) : resolve()))
  await promise
}

function meaning(error: Error): Error {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED') return new OutputClosed()
  if (code === undefined) return error
  const sentence =
    code === 'ENOSPC' ? 'the disk is full. Free up some space, then try again' : `writing failed with ${code}`
  return new AppError('output', `The output could not be written: ${sentence}.`, { cause: error })
}

/**
 * Writes a line that is not the last thing a program does. If the output is closed, only the line is lost. Any other
 * error, such as a full disk, ends the program.
 */
export async function writeLine(output: Output, line: string): Promise<void> {
  await writeBytes(output, line).catch((error: unknown) => {
    if (!(error instanceof OutputClosed)) throw error
  })
}

/** Writes the line that announces that a program is ready. */
export async function writeReady(output: Output, value: object): Promise<void> {
  await writeLine(output, `${JSON.stringify(value)}\n`)
}
