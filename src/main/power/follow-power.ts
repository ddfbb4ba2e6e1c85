import { powerMonitor } from 'electron'
import type { Logger } from '#core/base/ports.ts'

/**
 * Reacts when the computer sleeps or shuts down. On Linux a shutdown waits some seconds for Mailroom to close; without
 * this, Mailroom would be asked to quit, would ask about running jobs, and would be killed. macOS asks by quitting, and its
 * `shutdown` is also emitted for Quit in the Dock (electron#15022). Windows asks the window.
 */
export function followPower(platform: NodeJS.Platform, closeNow: () => void, logger: Logger): void {
  // These entries explain a gap in the log. And they come first, because Electron delays a shutdown only if `shutdown` is
  // not the first event with a listener.
  powerMonitor.on('suspend', () => logger.log('info', 'the computer goes to sleep'))
  powerMonitor.on('resume', () => logger.log('info', 'the computer woke up'))
  // The end of a session on Linux, and `kill`: nobody is there to decide about running jobs.
  if (platform !== 'win32') process.on('SIGTERM', closeNow)
  if (platform !== 'linux') return
  const listener = (event: Electron.Event): void => {
    event.preventDefault()
    closeNow()
  }
  // Electron's typings leave the event out.
  powerMonitor.on('shutdown', listener as () => void)
}
