import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

type Surroundings = { platform: NodeJS.Platform; env: NodeJS.ProcessEnv }

const linuxNames = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
  'brave-browser',
]
const macApps = ['Google Chrome', 'Chromium', 'Microsoft Edge', 'Brave Browser']
const windowsPlaces = [
  join('Google', 'Chrome', 'Application', 'chrome.exe'),
  join('Chromium', 'Application', 'chrome.exe'),
  join('Microsoft', 'Edge', 'Application', 'msedge.exe'),
]

/** Finds an installed browser that can show a single page in a separate window. `CHROMIUM_PATH` overrides the search. */
export function findChromium({ platform, env }: Surroundings = process): string | null {
  return candidates(platform, env).find(isProgram) ?? null
}

function candidates(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string[] {
  const named = env['CHROMIUM_PATH'] ? [env['CHROMIUM_PATH']] : []
  if (platform === 'darwin') {
    const roots = ['/Applications', join(env['HOME'] ?? '/', 'Applications')]
    return [...named, ...macApps.flatMap((app) => roots.map((root) => join(root, `${app}.app`, 'Contents/MacOS', app)))]
  }
  if (platform === 'win32') {
    const roots = [env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']].filter((root) => root != null)
    return [...named, ...windowsPlaces.flatMap((place) => roots.map((root) => join(root, place)))]
  }
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  return [...named, ...linuxNames.flatMap((name) => folders.map((folder) => join(folder, name)))]
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
