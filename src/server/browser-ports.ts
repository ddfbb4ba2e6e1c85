import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { programRoot, systemClock } from '#core/node/index.ts'
import type { Clock, Logger, Ports, SecretStore, WorkerName } from '#core/base/ports.ts'
import { AppError } from '#shared/contract/base/error.ts'
import { startInWorker } from '#sandbox/start-in-worker.ts'
import { findChromium } from './launch/find-chromium.ts'
import { openWithSystem } from './launch/launch.ts'
import { chromiumPrinter } from './launch/print-with-chromium.ts'

const root = programRoot(import.meta.url)

const withoutPrinter =
  'To create a PDF, install Chrome, Chromium or Edge on the computer that runs Mailroom. Otherwise, choose HTML.'

export const appIcon = fileURLToPath(new URL('resources/icons/icon.png', root))
export const workerCode = (name: WorkerName): URL => new URL(`out/main/${name}-worker.js`, root)
export const rendererFolder = fileURLToPath(new URL('out/renderer', root))

type BrowserPortsOptions = {
  dataFolder: string
  secrets: SecretStore
  logger: Logger
  clock?: Clock
  /** Opens a link outside the app. Resolves to false if no program could open it. */
  open?: (url: string) => Promise<boolean>
}

/**
 * Creates the ports for a page in a browser. They refuse anything that needs a native dialog or window, and say why.
 */
export function browserPorts(options: BrowserPortsOptions): Ports {
  const chromium = findChromium()
  const printer = chromium === null ? null : chromiumPrinter(chromium)
  const { dataFolder, secrets, logger, clock = systemClock, open = openWithSystem } = options
  const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { version: string }
  return {
    host: {
      name: 'browser host',
      appVersion: version,
      components: [
        { name: 'Node', version: process.versions.node },
        { name: 'SQLite', version: process.versions['sqlite'] ?? 'unknown' },
        { name: 'OpenSSL', version: process.versions.openssl ?? 'unknown' },
      ],
    },
    capabilities: {
      saveToDisk: false,
      reveal: false,
      openFile: false,
      dragOut: false,
      clipboard: false,
      notify: false,
      print: printer !== null,
      confirm: false,
      keychain: true,
      nativeMenu: false,
      window: false,
      links: false,
      badge: false,
    },
    secrets,
    dialogs: {
      confirm: () =>
        Promise.reject(notOffered('A browser page can’t show a system dialog, so the key is requested instead.')),
    },
    files: {
      choose: () =>
        Promise.reject(notOffered('A browser page can’t open a file dialog. Drop or upload files instead.')),
      chooseFolder: () => Promise.reject(notOffered('A browser page can’t choose a folder. Download files instead.')),
      chooseSaveTarget: () =>
        Promise.reject(notOffered('A browser page can’t choose where to save. Download the file instead.')),
    },
    shell: {
      async openExternal(url) {
        if (!(await open(url))) {
          throw new AppError('no-opener', 'No program on this computer can open links. Copy the link instead.')
        }
      },
      reveal: () => Promise.reject(notOffered('A browser page can’t show a folder. See its path in Settings.')),
      openFile: () => Promise.reject(notOffered('A browser page can’t open a file. Save a copy instead.')),
      copyText: () => Promise.reject(notOffered('A browser page can’t copy paths.')),
      clearText: () => Promise.reject(notOffered('A browser page manages its own clipboard.')),
      dragFile: () => Promise.reject(notOffered('Files can’t be dragged out of a browser page. Save a copy instead.')),
    },
    notifier: {
      // This host cannot show notifications, so it logs them.
      notify: ({ title }) => logger.log('info', 'a notification had no place to appear', { title }),
    },
    window: {
      reset() {
        throw notOffered('The browser positions its own windows.')
      },
      setTheme() {
        // The browser draws the window, and the page applies its theme itself.
      },
      setBadge() {
        throw notOffered('A browser page has no icon to show a count on.')
      },
    },
    printer: printer ?? { print: () => Promise.reject(notOffered(withoutPrinter)) },
    sandbox: { start: startInWorker },
    paths: {
      data: dataFolder,
      resources: fileURLToPath(new URL('resources', root)),
      worker: workerCode,
    },
    clock,
    logger,
  }
}

function notOffered(message: string): AppError {
  return new AppError('not-offered', message)
}
