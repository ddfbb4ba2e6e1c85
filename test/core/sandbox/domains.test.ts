import { expect, it } from 'vitest'
import { openApp } from '#test/support/open-app.ts'

it(
  'the sandbox’s domains are checked at its own DNS server: one is correct, and two have one fault each',
  { timeout: 60_000 },
  async () => {
    const { ask } = await openApp()
    // Whatever DNS servers the user sets, these names exist only in the sandbox.
    await ask('settings.change', { dnsServers: ['192.0.2.53'], dnsPublicResolvers: false })
    const { id: accountId } = await ask('sandbox.explore', { scenario: 'demo' })
    const check = async (name: string) => {
      const { asked, records } = await ask('domains.check', { accountId, name })
      expect(asked).toEqual(['Authoritative servers', '127.0.0.1'])
      return records
    }
    const faultsOf = async (name: string) =>
      (await check(name)).filter(({ state }) => state !== 'right').map(({ kind, state }) => [kind, state])
    expect(await faultsOf('nordwind.example')).toEqual([])
    expect(await faultsOf('business.nordwind.example')).toEqual([['dkim', 'missing']])
    const spf = (await check('news.nordwind.example')).find(({ kind }) => kind === 'spf')!
    expect([spf.state, spf.found.length]).toEqual(['wrong', 2])
    const { domains } = await ask('domains.list', { accountId })
    expect(domains.some(({ isReserved }) => isReserved)).toBe(false)
  },
)
