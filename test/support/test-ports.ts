import { fileURLToPath } from 'node:url'
import { createMemorySecretStore } from '#core/keychain/index.ts'
import { createApp, type App, type AppOptions } from '#core/create-app.ts'
import { dispatch } from '#core/dispatch.ts'
import { systemClock } from '#core/node/index.ts'
import type { Ports } from '#core/base/ports.ts'
import { startInWorker } from '#sandbox/start-in-worker.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { CommandInput, CommandName, CommandOutput } from '#shared/contract/table.ts'
import { CapturedLogger } from './captured-logger.ts'
import { workerCode } from './worker-code.ts'

const root = new URL('../../', import.meta.url)

/** A minimal complete host: keys in memory, no dialogs, nothing opened. A test overrides the ports it needs. */
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
      links: false,
      badge: false,
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
      setBadge: () => undefined,
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

/** The app on a data folder of the test, with every room started; the caller closes it. */
export async function startTestApp(
  dataFolder: string,
  overrides: Partial<Ports> = {},
  options?: AppOptions,
): Promise<App> {
  const app = await createApp(testPorts(dataFolder, overrides), options)
  await app.handlers
  return app
}

type InputOf<Name extends CommandName> =
  undefined extends CommandInput<Name> ? [input?: CommandInput<Name>] : [input: CommandInput<Name>]
export type Ask = <Name extends CommandName>(name: Name, ...input: InputOf<Name>) => Promise<CommandOutput<Name>>

/** Runs commands of an app in the same process. */
export function askApp(app: App): Ask {
  return async (name, ...[input]) => {
    const output = await dispatch(app, name, input, { signal: new AbortController().signal })
    return output as CommandOutput<typeof name>
  }
}

function notOffered(): AppError {
  return new AppError('not-offered', 'A test has no window.')
}
