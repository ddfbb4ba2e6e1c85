import { homedir } from 'node:os'
import { join } from 'node:path'

type Surroundings = { platform: NodeJS.Platform; home: string; env: NodeJS.ProcessEnv }

/** The platform's folder for an app's data; MAILROOM_DATA overrides it. */
export function defaultDataFolder({
  platform = process.platform,
  home = homedir(),
  env = process.env,
}: Partial<Surroundings> = {}): string {
  if (env['MAILROOM_DATA']) return env['MAILROOM_DATA']
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Mailroom')
  if (platform === 'win32') return join(env['APPDATA'] ?? join(home, 'AppData', 'Roaming'), 'Mailroom')
  return join(env['XDG_DATA_HOME'] ?? join(home, '.local', 'share'), 'mailroom')
}
