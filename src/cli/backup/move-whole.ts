import { createReadStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { moveIfFree } from '#core/base/whole-files/free-name.ts'
import { PartFile, partPathOf, syncFolder } from '#core/base/whole-files/part-file.ts'
import { renamePatiently } from '#core/base/whole-files/rename-patiently.ts'
import { InterruptedError } from '../framework/failures.ts'
import { placeProblem } from '../framework/output.ts'
import { UsageError } from '../framework/usage-error.ts'

type Options = { readonly force: boolean; readonly signal: AbortSignal }

/** Moves a finished file to the path that the user gave. The file is copied only if that path is on another disk. */
export async function moveWhole(from: string, target: string, { force, signal }: Options): Promise<void> {
  if (signal.aborted) throw new InterruptedError()
  const part = partPathOf(target)
  try {
    await rename(from, part).catch(() => copy(from, part, signal))
    if (force) await renamePatiently(part, target)
    else if (!(await moveIfFree(part, target))) refuseTaken(target)
    await syncFolder(dirname(target))
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined)
    throw error instanceof Error && 'syscall' in error ? await placeProblem(target, 'FILE', error) : error
  }
}

export function refuseTaken(path: string): never {
  throw new UsageError(`${path} already exists. Choose another name, or replace it with --force.`)
}

async function copy(from: string, part: string, signal: AbortSignal): Promise<void> {
  const file = await PartFile.open(part, { mode: 0o600 })
  try {
    for await (const chunk of createReadStream(from)) {
      if (signal.aborted) throw new InterruptedError()
      await file.write([chunk as Buffer])
    }
    await file.sync()
  } finally {
    await file.close()
  }
}
