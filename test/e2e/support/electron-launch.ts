import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { _electron, type ElectronApplication } from '@playwright/test'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const electronFolder = join(root, 'node_modules', 'electron')

/**
 * Electron's program, or null where it was not fetched. Read from the file that its installer writes: importing the
 * package would start a download.
 */
function electronBinary(): string | null {
  const pathFile = join(electronFolder, 'path.txt')
  if (!existsSync(pathFile)) return null
  const binary = join(electronFolder, 'dist', readFileSync(pathFile, 'utf8').trim())
  return existsSync(binary) ? binary : null
}

export type ElectronLaunch = {
  readonly dataFolder: string
  /** Added to this process's own environment: a private keychain, for example. */
  readonly env?: Readonly<Record<string, string>>
  /** More of the command line: `--secrets memory`, `--sandbox demo`. */
  readonly flags?: readonly string[]
}

/** Starts the built app in real Electron with a data folder of its own; the caller closes it. */
export async function launchElectron({
  dataFolder,
  env = {},
  flags = [],
}: ElectronLaunch): Promise<ElectronApplication> {
  const executablePath = electronBinary()
  if (!executablePath) throw new Error('Electron’s program is not here: run npm start once where it can be fetched.')
  const inherited = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return _electron.launch({
    executablePath,
    args: [root, '--data', dataFolder, ...flags],
    env: { ...Object.fromEntries(inherited), ...env },
  })
}
