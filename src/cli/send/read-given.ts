import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Terminal } from '../framework/terminal.ts'
import { UsageError } from '../framework/usage-error.ts'

/** The bytes of a file that a flag names. One that cannot be read is a mistake in what was typed. */
export async function readGiven(path: string, flag: string, { folder }: Pick<Terminal, 'folder'>): Promise<Buffer> {
  try {
    return await readFile(resolve(folder, path))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const reason = code === 'ENOENT' ? 'is not there' : `cannot be read (${code})`
    throw new UsageError(`The file ${path} of ${flag} ${reason}.`, { cause: error })
  }
}
