import type { MenuItemConstructorOptions } from 'electron'
import { describe, expect, it } from 'vitest'
import { menuActions } from '#shared/contract/base/menu-actions.ts'
import { menuTemplate } from './menu-template.ts'

const platforms = ['darwin', 'win32', 'linux'] as const

function build(platform: NodeJS.Platform, developing = false, acted: string[] = []) {
  return menuTemplate({ platform, developing, act: (action) => acted.push(action) })
}

function items(template: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] {
  return template.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? items(item.submenu) : [])])
}

function labels(item: MenuItemConstructorOptions | undefined): string[] {
  return Array.isArray(item?.submenu) ? item.submenu.map(({ label, role }) => label ?? role ?? '-') : []
}

describe('the menu', () => {
  it('starts with the app’s own menu on macOS: About, Settings, Services, Hide, Quit', () => {
    const menu = build('darwin')
    expect(menu.map(({ label }) => label)).toEqual(['Mailroom', 'File', 'Edit', 'View', 'Window', 'Help'])
    expect(labels(menu[0]).filter((text) => text !== '-')).toEqual([
      'About Mailroom',
      'Settings…',
      'services',
      'hide',
      'hideOthers',
      'unhide',
      'quit',
    ])
    expect(labels(menu[5])).not.toContain('About Mailroom')
  })

  it.each([
    ['win32', 'E&xit'],
    ['linux', '&Quit'],
  ] as const)('has Settings and %s’s word for the end in File, and About in Help', (platform, quit) => {
    const menu = build(platform)
    expect(menu.map(({ label }) => label)).toEqual(['&File', '&Edit', '&View', '&Window', '&Help'])
    expect(labels(menu[0])).toEqual(['&New Message', 'New &Window', '-', '&Add Account…', '&Settings', '-', quit])
    expect(labels(menu[4])).toContain('About Mailroom')
  })

  it.each(platforms)('offers every action of the contract on %s, and each tells the page', (platform) => {
    const acted: string[] = []
    const actions = items(build(platform, false, acted)).filter(({ id }) => id !== undefined)
    for (const { click } of actions) (click as unknown as () => void)()
    expect(new Set(acted)).toEqual(new Set(menuActions))
    expect(acted).toEqual(actions.map(({ id }) => id))
  })

  it.each(platforms)('has the editing that text fields need on %s', (platform) => {
    const roles = items(build(platform)).map(({ role }) => role)
    expect(roles).toEqual(expect.arrayContaining(['undo', 'redo', 'cut', 'copy', 'paste', 'selectAll']))
  })

  it.each(platforms)('shows no developer tools to users on %s', (platform) => {
    const roles = (developing: boolean) => items(build(platform, developing)).map(({ role }) => role)
    expect(roles(false)).not.toContain('toggleDevTools')
    expect(roles(false)).not.toContain('reload')
    expect(roles(true)).toContain('toggleDevTools')
  })

  it.each(platforms)('zooms in with and without Shift on %s, by one item that is seen', (platform) => {
    const zooms = items(build(platform)).filter(({ role }) => role === 'zoomIn')
    expect(zooms.map(({ accelerator, visible = true }) => [accelerator, visible])).toEqual([
      [undefined, true],
      ['CmdOrCtrl+=', false],
    ])
  })

  it('leaves the keys of actions to the page', () => {
    const keyed = items(build('win32')).filter(({ id, accelerator }) => id && accelerator)
    expect(keyed.length).toBeGreaterThan(0)
    for (const { registerAccelerator } of keyed) expect(registerAccelerator).toBe(false)
  })
})
