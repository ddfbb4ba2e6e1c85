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

export const appIcon = fileURLToPath(new URL('resources/icons/icon.png', root))
/** The location of a worker's bundle. */
export const workerCode = (name: WorkerName): URL => new URL(`out/main/${name}-worker.js`, root)
export const rendererFolder = fileURLToPath(new URL('out/renderer', root))

type BrowserPortsOptions = {
  dataFolder: string
  secrets: SecretStore
  logger: Logger
  clock?: Clock
  /** Opens a link outside the app; returns false if no program could. */
  open?: (url: string) => Promise<boolean>
}

/** The ports that a browser page can have: anything that needs a native dialog or window is refused with a reason. */
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
        Promise.reject(notOffered('A browser page has no dialog that is not its own: the key is asked for.')),
    },
    files: {
      choose: () => Promise.reject(notOffered('A browser page has no dialog for files on disk: drop or upload them.')),
      chooseFolder: () => Promise.reject(notOffered('A browser page cannot choose a folder: download instead.')),
      chooseSaveTarget: () =>
        Promise.reject(notOffered('A browser page cannot choose where to save: download instead.')),
    },
    shell: {
      async openExternal(url) {
        if (!(await open(url))) {
          throw new AppError('no-opener', 'No program on this computer opens links. Copy the link instead.')
        }
      },
      reveal: () => Promise.reject(notOffered('A browser page cannot show a folder: its path is in the settings.')),
      openFile: () => Promise.reject(notOffered('A browser page cannot open a file: save a copy instead.')),
      copyText: () => Promise.reject(notOffered('A browser page has no paths to copy.')),
      clearText: () => Promise.reject(notOffered('A browser page looks after its own clipboard.')),
      dragFile: () => Promise.reject(notOffered('A browser page cannot drag files out: save a copy instead.')),
    },
    notifier: {
      // Notifications are off in this host, so they go to the log.
      notify: ({ title }) => logger.log('info', 'a notification had no place to appear', { title }),
    },
    window: {
      reset() {
        throw notOffered('The browser itself places its windows.')
      },
      setTheme() {
        // The browser draws the frame; the page applies its theme from the same setting.
      },
      setBadge() {
        throw notOffered('The browser has its own icon.')
      },
    },
    printer: printer ?? { print: () => Promise.reject(notOffered('No installed browser can make a PDF.')) },
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
