import type { Logger } from './ports.ts'

/** Files of an earlier run may hold personal data, so they must not stay; one that cannot be removed stops no start. */
export async function clearLeftOvers(logger: Logger, clear: () => Promise<void>): Promise<void> {
  try {
    await clear()
  } catch (error) {
    logger.log('warn', 'Files of an earlier run could not be removed.', { reason: String(error) })
  }
}
