import { AppError } from '#shared/contract/base/error.ts'

/** Throws the sandbox’s own sentence, which states the reason. */
export function refused(thrown: unknown): never {
  throw new AppError('refused', thrown instanceof Error ? thrown.message : String(thrown))
}

export function goneError(what: string): AppError {
  return new AppError('not-found', `The sandbox no longer has that ${what}.`)
}
