import type { SyncOptions } from '#shared/contract/sync.ts'
import { msPerMinute, secondsPerDay } from '#shared/domain/base/durations.ts'
import type { ArchivePort } from '../archive/index.ts'
import type { Source } from './source.ts'

const defaultOptions: SyncOptions = {
  from: null,
  keepDays: null,
  windowDays: 7,
  details: true,
  callsPerMinute: null,
  interval: 5 * msPerMinute,
  paused: false,
}

/** The options are stored in the archive, so that backups include them. */
const setting = 'sync'

export async function readOptions(archive: ArchivePort): Promise<SyncOptions> {
  const saved = await archive.setting<Partial<SyncOptions>>(setting)
  return { ...defaultOptions, ...saved }
}

export function writeOptions(archive: ArchivePort, options: SyncOptions): Promise<void> {
  return archive.setSetting(setting, options)
}

/**
 * Returns the first second whose messages are kept. A computer whose clock is ahead of the service’s must not delete
 * messages that are still new.
 */
export function keptFrom(days: number, now: number, service: Pick<Source, 'clockSkew'>): number {
  return now + Math.ceil(Math.min(0, service.clockSkew()) / 1000) - days * secondsPerDay
}
