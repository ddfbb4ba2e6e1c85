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
  /** For the process under test: libsecret finds its bus in the environment, once, so it cannot be this process. */
  readonly env: NodeJS.ProcessEnv
  /** Locks the default keyring, as a session does that was left alone. */
  lock(): Promise<void>
  /** From here on it takes questions and answers none, as behind a prompt that nobody sees. */
  hang(): void
  /** It answers again, what it was asked meanwhile first. */
  wake(): void
}

/** Whether this machine has a Secret Service to start; where not, the tests that need one say that they were skipped. */
export function canHavePrivateKeychain(): boolean {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const isThere = (program: string) => folders.some((folder) => existsSync(join(folder, program)))
  return process.platform === 'linux' && existsSync(keytar) && programs.every(isThere)
}

/** A real Secret Service on a bus and in a home of its own, unlocked: nobody's keyring is touched. It ends with its test. */
export async function startPrivateKeychain(): Promise<PrivateKeychain> {
  const home = await createDataFolder()
  const folders = { XDG_DATA_HOME: 'data', XDG_CONFIG_HOME: 'config', XDG_CACHE_HOME: 'cache', XDG_RUNTIME_DIR: 'run' }
  const env: NodeJS.ProcessEnv = { ...cleanEnvironment(), HOME: home.path }
  for (const [name, folder] of Object.entries(folders)) {
    env[name] = join(home.path, folder)
    await mkdir(join(home.path, folder), { mode: 0o700 })
  }
  // A prompt on a screen would wait for somebody.
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
    // One that is stopped would not hear that it should end.
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
  // Asked for by name before it has one, the bus would start a keyring of its own that nobody unlocked.
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
