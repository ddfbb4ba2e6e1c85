import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/contract/base/error.ts'
import { settingsDefaults, type Settings } from '#shared/contract/settings.ts'
import { OptimisticSettings } from './optimistic-settings.svelte.ts'

const start = { ...settingsDefaults, theme: 'light', density: 'compact' } as const

/** A host whose saves stay pending until the test resolves them. */
function slowHost() {
  const replies: PromiseWithResolvers<void>[] = []
  const save = () => {
    const reply = Promise.withResolvers<void>()
    replies.push(reply)
    return reply.promise
  }
  return { replies, save }
}

describe('settings changed by this page', () => {
  it('are shown at once, and not undone by older settings that arrive later', async () => {
    const { replies, save } = slowHost()
    const settings = new OptimisticSettings(start)
    const first = settings.change({ theme: 'dark' }, save)
    const second = settings.change({ viewState: { width: 300 } }, save)
    settings.receive({ ...start, theme: 'dark' })
    expect(settings.shown).toMatchObject({ theme: 'dark', viewState: { width: 300 } })
    replies.forEach((reply) => reply.resolve())
    await Promise.all([first, second])
    expect(settings.shown).toMatchObject({ theme: 'dark', viewState: { width: 300 } })
  })

  it('show the last change, in whatever order the replies arrive', async () => {
    const { replies, save } = slowHost()
    const settings = new OptimisticSettings(start)
    const changes = (['dark', 'system'] as const).map((theme) => settings.change({ theme }, save))
    replies[1]?.resolve()
    await new Promise(setImmediate)
    expect(settings.shown.theme).toBe('system')
    replies[0]?.resolve()
    await Promise.all(changes)
    expect(settings.shown.theme).toBe('system')
  })

  it('return to the saved value if they fail, and undo nothing else', async () => {
    const { replies, save } = slowHost()
    const settings = new OptimisticSettings(start)
    const theme = settings.change({ theme: 'dark' }, save)
    const density = settings.change({ density: 'comfortable' }, save)
    settings.receive({ ...start, dateFormat: 'iso' })
    replies.forEach((reply) => reply.reject(new AppError('disk-full', 'The disk is full.')))
    await expect(theme).rejects.toThrow('The disk is full.')
    await expect(density).rejects.toThrow('The disk is full.')
    expect(settings.shown).toMatchObject({ theme: 'light', density: 'compact', dateFormat: 'iso' })
  })

  it('stay on the screen while the host is gone, and are saved when it is back', async () => {
    const settings = new OptimisticSettings(start)
    const saved: Partial<Settings>[] = []
    const save = (change: Partial<Settings>) => Promise.resolve(void saved.push(change))
    const fail = () => Promise.reject(new AppError('host-gone', 'Gone.'))
    await settings.change({ theme: 'dark', viewState: { width: 300 } }, fail)
    await settings.change({ theme: 'system', viewState: { height: 200 } }, fail)
    settings.receive(start)
    expect(settings.shown).toMatchObject({ theme: 'system', viewState: { width: 300, height: 200 } })
    await settings.saveAgain(save)
    await settings.saveAgain(save)
    expect(saved).toEqual([{ theme: 'system', viewState: { width: 300, height: 200 } }])
    settings.receive(start)
    expect(settings.shown.theme).toBe('light')
  })

  it('are not saved again where a later choice was saved', async () => {
    const { replies, save } = slowHost()
    const settings = new OptimisticSettings(start)
    const changes = [
      settings.change({ theme: 'dark', density: 'comfortable' }, save),
      settings.change({ theme: 'system' }, save),
    ]
    replies[0]?.reject(new AppError('host-gone', 'Gone.'))
    replies[1]?.resolve()
    await Promise.all(changes)
    const saved: Partial<Settings>[] = []
    await settings.saveAgain((change) => Promise.resolve(void saved.push(change)))
    expect(saved).toEqual([{ density: 'comfortable' }])
    expect(settings.shown).toMatchObject({ theme: 'system', density: 'comfortable' })
  })
})
