import { AppError } from '#shared/contract/base/error.ts'
import type { Logger } from '../../base/ports.ts'
import type { SendOnDisk } from '../store/send-on-disk.ts'

/** A send’s state applies even if it could not be written, so the failure is only logged. */
export function logUnsaved(logger: Logger, { stored }: SendOnDisk, error: unknown): void {
  const { code, details } = AppError.from(error)
  logger.log('warn', 'The state of a send could not be saved.', { id: stored.id, code, ...details })
}
