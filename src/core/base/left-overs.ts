import type { Logger } from './ports.ts'

/** Removes files of an earlier run, which may hold personal data. A failure does not stop the app from starting. */
export async function clearLeftOvers(logger: Logger, clear: () => Promise<void>): Promise<void> {
  try {
    await clear()
  } catch (error) {
    logger.log('warn', 'Files of an earlier run could not be removed.', { reason: String(error) })
  }
}
