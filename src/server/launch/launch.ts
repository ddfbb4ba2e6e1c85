import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { findChromium } from './find-chromium.ts'

/**
 * Starts a program that may outlive this process. Returns false if the program could not be started or failed within the
 * given time. Without a time, it counts as successful as soon as it is running.
 */
function launch(program: string, argumentList: readonly string[], milliseconds = 0): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, argumentList, { detached: true, stdio: 'ignore' })
    child.unref()
    child.once('error', () => resolve(false))
    child.once('spawn', () => {
      if (milliseconds === 0) return resolve(true)
      const timer = setTimeout(() => resolve(true), milliseconds)
      child.once('exit', (code) => {
        clearTimeout(timer)
        resolve(code === 0)
      })
    })
  })
}

/**
 * Some openers exit once the browser has the link, others only when the browser exits. An opener that is still running
 * after this time has succeeded.
 */
const openerMilliseconds = 2000

/**
 * Opens a link with the system’s opener. Returns false if the opener reports a failure. No platform needs a shell for this,
 * so no character in a URL has a special meaning.
 */
export async function openWithSystem(url: string, patience = openerMilliseconds): Promise<boolean> {
  if (!hasDisplay()) return false
  // The exit code of rundll32 is meaningless.
  if (process.platform === 'win32') return launch('rundll32', ['url.dll,FileProtocolHandler', url])
  return launch(process.platform === 'darwin' ? 'open' : 'xdg-open', [url], patience)
}

export type Opened = 'app-window' | 'browser' | 'nowhere'

/**
 * Shows the page in a Chromium window without tabs if Chromium is installed, otherwise in the default browser. Any user of
 * the computer can read a program’s arguments, so the program is given the address of a file that redirects to the link,
 * not the link itself. `newFile` creates that file. It is called only if there is a program to open the file, and returns
 * null if the file could not be written.
 */
export async function openPage(newFile: () => Promise<string | null>, dataFolder: string): Promise<Opened> {
  if (!hasDisplay()) return 'nowhere'
  const url = await newFile()
  if (url === null) return 'nowhere'
  // As root, Chromium starts only without its sandbox, and Mailroom doesn’t start it that way.
  const chromium = process.getuid?.() === 0 ? null : findChromium()
  if (chromium) {
    const profile = join(dataFolder, 'browser-profile')
    const flags = [`--app=${url}`, `--user-data-dir=${profile}`, '--no-first-run', '--no-default-browser-check']
    if (await launch(chromium, flags)) return 'app-window'
  }
  return (await openWithSystem(url)) ? 'browser' : 'nowhere'
}

function hasDisplay(): boolean {
  if (process.platform !== 'linux') return true
  return Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'])
}
