import { describe, expect, it } from 'vitest'
import { withLockableKeychain } from './support.ts'

const opened = withLockableKeychain()
const { keychain, ask, profile, create, list } = opened

describe('accounts, depending on where their keys are,', () => {
  it.each(['locked', 'timed-out'] as const)('are not removed if the keychain is %s', async (refusal) => {
    const { id } = await create()
    Object.assign(keychain, { refuses: true, refusal })
    for (const withoutKeychain of ['refuse', 'remove', undefined] as const) {
      const removal = ask('accounts.remove', { id, archive: 'keep', withoutKeychain })
      await expect(removal).rejects.toMatchObject({ code: `keychain-${refusal}` })
    }
    keychain.refuses = false
    expect((await list()).accounts).toHaveLength(1)
    expect(await ask('accounts.remove', { id, archive: 'delete' })).toEqual({ keyStays: false })
    expect((await list()).accounts).toEqual([])
    expect(await keychain.store.get(id)).toBeNull()
  })

  it.each(['absent', 'no-service'] as const)('are removed without a keychain (%s) only on request', async (refusal) => {
    const [{ id }, ofThisRun] = [await create(), await opened.mailroom.addAccount({ name: 'Store' }, 'this-run')]
    Object.assign(keychain, { refuses: true, refusal })
    const code = `keychain-${refusal}`
    await expect(ask('accounts.remove', { id, archive: 'keep' })).rejects.toMatchObject({ code })
    const removed = await ask('accounts.remove', { id, archive: 'keep', withoutKeychain: 'remove' })
    expect(removed).toEqual({ keyStays: true })
    expect(await ask('accounts.remove', { id: ofThisRun.id, archive: 'keep' })).toEqual({ keyStays: false })
    expect((await list()).accounts).toEqual([])
  })

  it('leave no earlier key in the keychain when they are removed with a key for one run', async () => {
    const { id } = await create()
    await ask('accounts.replaceKey', { id, key: 'another', keep: 'this-run' })
    await ask('accounts.remove', { id, archive: 'delete' })
    expect(await keychain.store.get(id)).toBeNull()
  })

  it('leave no earlier key that a locked keychain kept when they are removed with a key for one run', async () => {
    const { id } = await create()
    keychain.refuses = true
    await ask('accounts.replaceKey', { id, key: 'another', keep: 'this-run' })
    keychain.refuses = false
    expect(await keychain.store.get(id)).not.toBeNull()
    await opened.mailroom.restart()
    await ask('accounts.remove', { id, archive: 'delete' })
    expect(await keychain.store.get(id)).toBeNull()
  })

  it('do not access the keychain while none of their keys is in it', async () => {
    keychain.calls = 0
    const { id } = await opened.mailroom.addAccount({}, 'this-run')
    await ask('accounts.replaceKey', { id, key: 'another', keep: 'this-run' })
    await ask('accounts.update', { id, profile: profile({ name: 'New' }), key: 'a third', keep: 'this-run' })
    await ask('accounts.remove', { id, archive: 'keep' })
    expect(keychain.calls).toBe(0)
  })

  it('do not access the keychain when they are removed after their earlier key was', async () => {
    const { id } = await create()
    await ask('accounts.replaceKey', { id, key: 'another', keep: 'this-run' })
    keychain.calls = 0
    await ask('accounts.remove', { id, archive: 'keep' })
    expect(keychain.calls).toBe(0)
  })

  it('leave no earlier key in the keychain when a key for one run replaces it', async () => {
    const { id } = await create()
    await ask('accounts.replaceKey', { id, key: 'another', keep: 'this-run' })
    expect(await keychain.store.get(id)).toBeNull()
    await ask('accounts.replaceKey', { id, key: opened.mailroom.service.credentials.key, keep: 'keychain' })
    await ask('accounts.update', { id, profile: profile(), key: 'another', keep: 'this-run' })
    expect(await keychain.store.get(id)).toBeNull()
  })

  it('keep the key of this run that the user entered while the keychain was hanging', async () => {
    const { id } = await create()
    await opened.mailroom.close()
    const { store } = keychain
    const asked = Promise.withResolvers<void>()
    const allowed = Promise.withResolvers<void>()
    const get = async (): Promise<string | null> => {
      asked.resolve()
      await allowed.promise
      return null
    }
    keychain.store = { ...store, get }
    await opened.mailroom.start()
    await asked.promise
    await ask('accounts.replaceKey', { id, key: opened.mailroom.service.credentials.key, keep: 'this-run' })
    const looked = ask('accounts.refresh', { id })
    allowed.resolve()
    expect(await looked).toMatchObject({ keyState: 'this-run', connection: 'online' })
    // Reads the state after whatever waited for the keychain.
    await ask('accounts.replaceKey', { id, key: 'another', keep: 'this-run' })
    expect((await list()).accounts).toMatchObject([{ keyState: 'this-run' }])
  })

  const key = 'another'
  const changes = {
    replaced: (id: string) => ask('accounts.replaceKey', { id, key, keep: 'keychain' }),
    'changed with the profile': (id: string) =>
      ask('accounts.update', { id, profile: profile(), key, keep: 'keychain', archive: 'keep' }),
  }
  it.each(Object.entries(changes))(
    'leave no key in the keychain when they are removed while it is being %s',
    async (_way, change) => {
      const { id } = await create()
      const { store } = keychain
      const asked = Promise.withResolvers<void>()
      const allowed = Promise.withResolvers<void>()
      // The system asks the user before it stores the key.
      const set = async (name: string, secret: string): Promise<void> => {
        asked.resolve()
        await allowed.promise
        await store.set(name, secret)
      }
      keychain.store = { ...store, set }
      const refused = expect(change(id)).rejects.toMatchObject({ code: 'not-found' })
      await asked.promise
      keychain.store = store
      await ask('accounts.remove', { id, archive: 'delete' })
      allowed.resolve()
      await refused
      expect(await store.get(id)).toBeNull()
    },
  )

  it('leave no key in the keychain if Mailroom is killed before they are written', async () => {
    const { store } = keychain
    const killed = Promise.withResolvers<string>()
    // Mailroom hears nothing more once the key is stored.
    const set = async (id: string, secret: string): Promise<never> => {
      await store.set(id, secret)
      killed.resolve(id)
      return new Promise(() => undefined)
    }
    keychain.store = { ...store, set }
    void create()
    const id = await killed.promise
    keychain.store = store
    await opened.mailroom.restart()
    expect((await list()).accounts).toEqual([])
    await expect.poll(() => store.get(id)).toBeNull()
    keychain.calls = 0
    await opened.mailroom.restart()
    expect(keychain.calls).toBe(0)
  })
})
