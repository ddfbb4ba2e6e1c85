import { powerMonitor } from 'electron'
import type { Logger } from '#core/base/ports.ts'

/**
 * Reacts when the computer sleeps or shuts down. On Linux a shutdown waits a few seconds for Mailroom to close; without
 * this, Mailroom would receive a quit request, ask about running jobs, and be killed. macOS sends a quit request, and its
 * `shutdown` is also emitted for Quit in the Dock (electron#15022). Windows asks the window instead.
 */
export function followPower(platform: NodeJS.Platform, closeNow: () => void, logger: Logger): void {
  // The log entries explain gaps between other entries. The listeners must also come first, because Electron delays a
  // shutdown only if `shutdown` is not the first event that gets a listener.
  powerMonitor.on('suspend', () => logger.log('info', 'the computer goes to sleep'))
  powerMonitor.on('resume', () => logger.log('info', 'the computer woke up'))
  // Sent by `kill`, by Ctrl+C, by a terminal that is closed, and at the end of a Linux session, when nobody can decide
  // about running jobs. The listeners stay: Electron’s handler would let a second signal kill the process, and npm and
  // scripts/start.mjs repeat each one that the terminal sends.
  if (platform !== 'win32') for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, closeNow)
  if (platform !== 'linux') return
  const listener = (event: Electron.Event): void => {
    event.preventDefault()
    closeNow()
  }
  // Electron’s typings lack this event.
  powerMonitor.on('shutdown', listener as () => void)
}
