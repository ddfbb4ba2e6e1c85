import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { defaultDataFolder } from './default-data-folder.ts'

const home = resolve('/home/jane')

describe('the default data folder', () => {
  it('is MAILROOM_DATA, relative to where the program was started', () => {
    const cwd = resolve('/work')
    expect(defaultDataFolder({ home, cwd, env: { MAILROOM_DATA: 'own/data' } })).toBe(join(cwd, 'own', 'data'))
    const absolute = resolve('/srv/mail')
    expect(defaultDataFolder({ home, cwd, env: { MAILROOM_DATA: absolute } })).toBe(absolute)
  })

  it('on Linux follows XDG_DATA_HOME, unless that is relative', () => {
    const ofLinux = (env: NodeJS.ProcessEnv) => defaultDataFolder({ platform: 'linux', home, env })
    expect(ofLinux({ XDG_DATA_HOME: resolve('/data') })).toBe(join(resolve('/data'), 'mailroom'))
    expect(ofLinux({ XDG_DATA_HOME: 'data' })).toBe(join(home, '.local', 'share', 'mailroom'))
    expect(ofLinux({})).toBe(join(home, '.local', 'share', 'mailroom'))
  })
})
