import { fileURLToPath } from 'node:url'
import { createMemorySecretStore } from '#core/keychain/index.ts'
import { createApp, type App } from '#core/create-app.ts'
import { systemClock } from '#core/node/index.ts'
import type { Ports } from '#core/base/ports.ts'
import { startInWorker } from '#sandbox/start-in-worker.ts'
import { AppError } from '#shared/contract/base/error.ts'
import { CapturedLogger } from './captured-logger.ts'
import { workerCode } from './worker-code.ts'

const root = new URL('../../', import.meta.url)

/** The least host that is whole: keys in memory, no dialogs, nothing opened. A test replaces the ports it is about. */
export function testPorts(dataFolder: string, overrides: Partial<Ports> = {}): Ports {
  return {
    host: { name: 'test', appVersion: '0.0.0', components: [{ name: 'Node', version: process.versions.node }] },
    capabilities: {
      saveToDisk: false,
      reveal: false,
      openFile: false,
      dragOut: false,
      clipboard: false,
      notify: false,
      print: false,
      confirm: false,
      keychain: true,
      nativeMenu: false,
      window: false,
    },
    secrets: createMemorySecretStore(),
    dialogs: { confirm: () => Promise.reject(notOffered()) },
    files: {
      choose: () => Promise.reject(notOffered()),
      chooseFolder: () => Promise.reject(notOffered()),
      chooseSaveTarget: () => Promise.reject(notOffered()),
    },
    shell: {
      openExternal: () => Promise.resolve(),
      reveal: () => Promise.reject(notOffered()),
      openFile: () => Promise.reject(notOffered()),
      copyText: () => Promise.reject(notOffered()),
      clearText: () => Promise.reject(notOffered()),
      dragFile: () => Promise.reject(notOffered()),
    },
    printer: { print: () => Promise.reject(notOffered()) },
    notifier: { notify: () => undefined },
    window: {
      reset() {
        throw notOffered()
      },
      setTheme: () => undefined,
    },
    sandbox: { start: startInWorker },
    paths: {
      data: dataFolder,
      resources: fileURLToPath(new URL('resources', root)),
      worker: workerCode,
    },
    clock: systemClock,
    logger: new CapturedLogger(),
    ...overrides,
  }
}

/** The app itself on a folder of the test's own, with every room open; the caller closes it. */
export async function startTestApp(dataFolder: string, overrides: Partial<Ports> = {}): Promise<App> {
  const app = await createApp(testPorts(dataFolder, overrides))
  await app.handlers
  return app
}

function notOffered(): AppError {
  return new AppError('not-offered', 'A test has no window.')
}
