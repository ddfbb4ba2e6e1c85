import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import type { Output } from './progress-line.ts'
import type { Terminal } from './terminal.ts'

/** Takes a part of the result, and resolves when there is room for the next one. */
export type Write = (text: string) => Promise<void>

/** The program that read the output has closed it. That is no error: `mailroom search | head` does so. */
export class OutputClosed extends Error {}

/** Gives `work` a place for its result: stdout, or a file that is there whole or not at all. */
export async function withOutput<Result>(
  { out, terminal }: { readonly out: string | undefined; readonly terminal: Terminal },
  work: (write: Write) => Promise<Result>,
): Promise<Result> {
  if (out === undefined || out === '-') return work((text) => writeBytes(terminal.stdout, text))
  const path = resolve(terminal.folder, out)
  const [{ writeWhole }, { placeError }] = await wholeFiles()
  let result: { value: Result } | undefined
  const fill = async (write: Write): Promise<void> => {
    result = { value: await work(write) }
  }
  try {
    await writeWhole(path, (part) => fill((text) => part.write([Buffer.from(text)])), { durable: true })
  } catch (error) {
    throw placeError(path, error)
  }
  return result!.value
}

/** A copy of a file under a name that the user chose. */
export async function copyWhole(from: string, to: string): Promise<void> {
  const [{ writeWhole }, { placeError }] = await wholeFiles()
  const copy = async (part: { write(parts: readonly Uint8Array[]): Promise<void> }): Promise<void> => {
    for await (const chunk of createReadStream(from)) await part.write([chunk as Buffer])
  }
  await writeWhole(to, copy, { durable: true }).catch((error: unknown) => {
    throw placeError(to, error)
  })
}

function wholeFiles() {
  return Promise.all([import('#core/base/whole-files/part-file.ts'), import('#core/base/whole-files/place-error.ts')])
}

/** Resolves when the text has gone on. */
export async function writeBytes(output: Output, text: string | Uint8Array): Promise<void> {
  if (text.length === 0) return
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  output.write(text, (error) => (error ? reject(meaning(error)) : resolve()))
  await promise
}

function meaning(error: Error): Error {
  const { code } = error as NodeJS.ErrnoException
  return code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED' ? new OutputClosed() : error
}
