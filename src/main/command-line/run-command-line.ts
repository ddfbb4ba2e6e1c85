import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { app } from 'electron'
import type { StartKeychain } from '#core/keychain/index.ts'
import { runInside } from '../../cli/run-inside.ts'
import { forkKeychain } from '../keychain/fork-keychain.ts'

/**
 * Runs the typed command and exits with its code. There is no window or dock icon, and the single-instance lock isn’t
 * taken. Electron becomes ready only when this resolves, so most commands end before it looks for a display. Only the
 * keychain must wait until Electron is ready, because Chromium forks its process.
 */
export async function runCommandLine(typed: readonly string[]): Promise<void> {
  app.disableHardwareAcceleration()
  if (process.platform === 'darwin') app.dock?.hide()
  const keychainWanted = Promise.withResolvers<void>()
  let session: string | null = null
  const start = (code: URL) =>
    startOnceReady(code, () => {
      session ??= useSessionOfItsOwn()
      keychainWanted.resolve()
    })
  // Without this listener, Electron would show a dialog and wait for somebody to close it.
  process.on('uncaughtException', failed)
  process.on('unhandledRejection', failed)
  // Once ready, Electron takes over the signals and asks the app to quit.
  app.on('before-quit', (event) => {
    event.preventDefault()
    if (!process.emit('SIGINT', 'SIGINT')) app.exit(130)
  })
  const ended = runInside(typed, start).then((code) => {
    if (session !== null) rmSync(session, { recursive: true, force: true })
    app.exit(code)
  })
  await Promise.race([ended, keychainWanted.promise])
}

function failed(thrown: unknown): void {
  process.stderr.write(`${thrown instanceof Error ? thrown.stack : String(thrown)}\n`)
  app.exit(1)
}

/** Keeps Chromium’s files apart from those of a window that may be running. */
function useSessionOfItsOwn(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mailroom-session-'))
  app.setPath('userData', folder)
  app.setPath('sessionData', folder)
  return folder
}

function startOnceReady(code: URL, wanted: () => void): StartKeychain {
  return (listeners) => {
    wanted()
    let isKilled = false
    const started = app.whenReady().then(() => (isKilled ? null : forkKeychain(code)(listeners)))
    started.catch(() => listeners.onExit())
    const withChild = (use: (child: NonNullable<Awaited<typeof started>>) => void): void => {
      void started.then(
        (child) => child && use(child),
        () => undefined,
      )
    }
    return {
      send: (call) => withChild((child) => child.send(call)),
      kill() {
        isKilled = true
        withChild((child) => child.kill())
      },
    }
  }
}
