import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { _electron, type ElectronApplication } from '@playwright/test'
import { cleanEnvironment } from '#test/support/environment/clean-environment.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const electronFolder = join(root, 'node_modules', 'electron')

/**
 * The path of Electron’s program, or null if it was not downloaded. It is read from a file of the installer, because
 * importing the package would start a download.
 */
function electronBinary(): string | null {
  const pathFile = join(electronFolder, 'path.txt')
  if (!existsSync(pathFile)) return null
  const binary = join(electronFolder, 'dist', readFileSync(pathFile, 'utf8').trim())
  return existsSync(binary) ? binary : null
}

export type ElectronLaunch = {
  readonly dataFolder: string
  /** Added to this process’s environment without its Mailroom variables, such as a private keychain. */
  readonly env?: Readonly<Record<string, string>>
  /** Additional command-line arguments, such as `--secrets memory` or `--sandbox demo`. */
  readonly flags?: readonly string[]
}

/** Starts the built app in real Electron on this data folder. The caller closes it. */
export async function launchElectron({
  dataFolder,
  env = {},
  flags = [],
}: ElectronLaunch): Promise<ElectronApplication> {
  const executablePath = electronBinary()
  if (!executablePath) throw new Error('Electron’s program is missing. Run npm start once where it can be downloaded.')
  const inherited = Object.entries(cleanEnvironment()).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  return _electron.launch({
    executablePath,
    // By default, Playwright adds --no-sandbox on Linux. Chromium cannot run as root with its sandbox.
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      ...(process.env['WAYLAND_DISPLAY'] ? ['--ozone-platform=wayland'] : []),
      root,
      '--data',
      dataFolder,
      ...flags,
    ],
    // Settings in the config’s `use` do not apply to a launched program.
    locale: 'en-GB',
    timezoneId: 'Europe/Paris',
    env: { ...Object.fromEntries(inherited), ...env },
  })
}
