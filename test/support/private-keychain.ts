import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { cleanEnvironment } from './environment/clean-environment.ts'
import { createDataFolder } from './data-folder.ts'
import { eventually } from './eventually.ts'

const execute = promisify(execFile)
const programs = ['dbus-daemon', 'dbus-send', 'gnome-keyring-daemon']
const keytar = new URL('../../node_modules/keytar/build/Release/keytar.node', import.meta.url)

export type PrivateKeychain = {
  /**
   * For a child process under test: libsecret reads the bus address from the environment only once, so the test’s
   * process cannot be used.
   */
  readonly env: NodeJS.ProcessEnv
  /** Locks the default keyring, as an idle session does. */
  lock(): Promise<void>
  /** Stops responding to requests, as behind a prompt that nobody sees. */
  hang(): void
  /** Responds again, first to the requests that are waiting. */
  wake(): void
}

/** Whether this machine can run a Secret Service; if not, the tests that need one are skipped and say so. */
export function canHavePrivateKeychain(): boolean {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const isThere = (program: string) => folders.some((folder) => existsSync(join(folder, program)))
  return process.platform === 'linux' && existsSync(keytar) && programs.every(isThere)
}

/**
 * A real, unlocked Secret Service on a separate bus and with a separate home, so that no user’s keyring is touched.
 * It ends with its test.
 */
export async function startPrivateKeychain(): Promise<PrivateKeychain> {
  const home = await createDataFolder()
  const folders = { XDG_DATA_HOME: 'data', XDG_CONFIG_HOME: 'config', XDG_CACHE_HOME: 'cache', XDG_RUNTIME_DIR: 'run' }
  const env: NodeJS.ProcessEnv = { ...cleanEnvironment(), HOME: home.path }
  for (const [name, folder] of Object.entries(folders)) {
    env[name] = join(home.path, folder)
    await mkdir(join(home.path, folder), { mode: 0o700 })
  }
  // A prompt on the screen would wait for a user.
  delete env['DISPLAY']
  delete env['WAYLAND_DISPLAY']

  const bus = spawn('dbus-daemon', ['--session', '--nofork', '--nopidfile', '--print-address'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [address] = (await once(bus.stdout.setEncoding('utf8'), 'data')) as [string]
  env['DBUS_SESSION_BUS_ADDRESS'] = address.trim()
  const keyring = spawn('gnome-keyring-daemon', ['--foreground', '--unlock', '--components=secrets'], {
    env,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  onTestFinished(async () => {
    // A stopped process would not receive the signal to end.
    keyring.kill('SIGCONT')
    await end(keyring)
    await end(bus)
    await home.remove()
  })
  keyring.stdin.end('password of a test')
  const send = (destination: string, path: string, ...call: string[]) =>
    execute('dbus-send', ['--session', '--print-reply', `--dest=${destination}`, path, ...call], { env })
  const service = 'org.freedesktop.secrets'
  const login = '/org/freedesktop/secrets/collection/login'
  const collection = 'string:org.freedesktop.Secret.Collection'
  // A call before the keyring has registered its name would make the bus start another one, which is locked.
  await eventually(async () => {
    const owned = await send('org.freedesktop.DBus', '/', 'org.freedesktop.DBus.NameHasOwner', `string:${service}`)
    if (!owned.stdout.includes('boolean true')) throw new Error('The keyring is not there yet.')
  })
  await eventually(() => send(service, login, 'org.freedesktop.DBus.Properties.GetAll', collection))

  return {
    env,
    async lock() {
      const path = '/org/freedesktop/secrets'
      await send(service, path, 'org.freedesktop.Secret.Service.Lock', `array:objpath:${login}`)
    },
    hang: () => void keyring.kill('SIGSTOP'),
    wake: () => void keyring.kill('SIGCONT'),
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill()
  await once(child, 'exit')
}
