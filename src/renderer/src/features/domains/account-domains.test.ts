import { expect, it } from 'vitest'
import type { CommandName } from '#shared/contract/table.ts'
import type { AppState } from '../../lib/state/app-state.svelte.ts'
import { AccountDomains } from './account-domains.svelte.ts'

type Call = { name: CommandName; input: unknown; end: PromiseWithResolvers<unknown> }

function openDomains() {
  const calls: Call[] = []
  const host = {
    invoke(name: CommandName, input: unknown) {
      const end = Promise.withResolvers<unknown>()
      calls.push({ name, input, end })
      return end.promise
    },
  }
  const attempt = (work: () => Promise<unknown>) =>
    work().then(
      () => true,
      () => false,
    )
  const next = async (name: CommandName) => {
    await expect.poll(() => calls[0]?.name).toBe(name)
    return calls.shift()!
  }
  const list = (watchedSince: number | null) => ({ domains: [{ name: 'shop.test', watchedSince }] })
  return { domains: new AccountDomains({ host, attempt } as unknown as AppState, 'shop'), calls, next, list }
}

it('a list from before a turn of the switch does not turn it back', async () => {
  const { domains, next, list } = openDomains()
  const loaded = domains.loader.load()
  const early = await next('domains.list')
  const watched = domains.watch('shop.test', true)
  const turn = await next('domains.watch')
  early.end.resolve(list(null))
  await loaded
  expect(domains.isWatched('shop.test')).toBe(true)
  turn.end.resolve(undefined)
  const late = await next('domains.list')
  // Verified immediately: from then on, the list decides.
  late.end.resolve(list(null))
  await watched
  expect(domains.isWatched('shop.test')).toBe(false)
})

it('two turns of the switch reach the core one after the other', async () => {
  const { domains, calls, next, list } = openDomains()
  const turns = [domains.watch('shop.test', false), domains.watch('shop.test', true)]
  const off = await next('domains.watch')
  expect(off.input).toMatchObject({ isOn: false })
  expect(calls).toEqual([])
  expect(domains.isWatched('shop.test')).toBe(true)
  off.end.reject(new Error('The disk is full.'))
  ;(await next('domains.list')).end.resolve(list(null))
  const on = await next('domains.watch')
  expect(on.input).toMatchObject({ isOn: true })
  on.end.resolve(undefined)
  ;(await next('domains.list')).end.resolve(list(1))
  await Promise.all(turns)
  expect(domains.isWatched('shop.test')).toBe(true)
})
