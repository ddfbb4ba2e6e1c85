import { AppError } from '#shared/contract/base/error.ts'

/** The sandbox states the reason in a sentence. */
export function refused(thrown: unknown): never {
  throw new AppError('refused', thrown instanceof Error ? thrown.message : String(thrown))
}
