import { describe, expect, it } from 'vitest'
import { Loader } from './loader.svelte.ts'

describe('a loader', () => {
  it('keeps the last value when a later load fails', async () => {
    const replies = [() => Promise.resolve(1), () => Promise.reject(new Error('no'))]
    const loader = new Loader(() => replies.shift()!())
    await loader.load()
    await loader.load()
    expect(loader.value).toBe(1)
    expect(loader.error).toMatchObject({ code: 'internal', details: { reason: 'no' } })
    expect(loader.busy).toBe(false)
  })

  it('drops a value that a later load overtook', async () => {
    const resolvers: ((value: string) => void)[] = []
    const loader = new Loader(() => new Promise<string>((resolve) => resolvers.push(resolve)))
    const first = loader.load()
    const second = loader.load()
    resolvers[1]!('second')
    resolvers[0]!('first')
    await Promise.all([first, second])
    expect(loader.value).toBe('second')
  })

  it('drops a load that a value from elsewhere overtook', async () => {
    const reply = Promise.withResolvers<string>()
    const loader = new Loader(() => reply.promise)
    const loading = loader.load()
    loader.put('news')
    reply.resolve('from before')
    await loading
    expect([loader.value, loader.busy]).toEqual(['news', false])
  })
})
