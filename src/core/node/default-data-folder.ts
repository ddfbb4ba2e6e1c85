import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'

type Surroundings = { platform: NodeJS.Platform; home: string; env: NodeJS.ProcessEnv; cwd: string }

/**
 * The platform’s folder for an app’s data; `MAILROOM_DATA` overrides it. Always absolute, because Electron accepts nothing
 * else.
 */
export function defaultDataFolder({
  platform = process.platform,
  home = homedir(),
  env = process.env,
  cwd = process.cwd(),
}: Partial<Surroundings> = {}): string {
  if (env['MAILROOM_DATA']) return resolve(cwd, env['MAILROOM_DATA'])
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Mailroom')
  if (platform === 'win32') return join(env['APPDATA'] ?? join(home, 'AppData', 'Roaming'), 'Mailroom')
  // According to the XDG specification, a relative path is invalid and must be ignored.
  const given = env['XDG_DATA_HOME']
  return join(given !== undefined && isAbsolute(given) ? given : join(home, '.local', 'share'), 'mailroom')
}
