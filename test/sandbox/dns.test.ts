import { Resolver } from 'node:dns/promises'
import { expect, test } from 'vitest'
import { openSandbox } from './support/open-sandbox.ts'

/** Node’s resolver is an independent implementation, so it exposes mistakes in our DNS code. */
function resolverOf({ dns }: { dns: string }): Resolver {
  const resolver = new Resolver()
  resolver.setServers([dns])
  return resolver
}

test('the sandbox has the DNS records of its domains, two of which are wrong in the demo', async () => {
  const { sandbox } = await openSandbox({ scenario: 'demo', smtp: false })
  const resolver = resolverOf(sandbox)
  const spf = async (name: string) =>
    (await resolver.resolveTxt(name)).filter((strings) => strings.join('').startsWith('v=spf1'))
  expect(await spf('nordwind.example')).toEqual([['v=spf1 include:spf.mailroom.example ~all']])
  expect(await spf('NEWS.nordwind.example')).toHaveLength(2)
  expect(await spf('business.nordwind.example')).toHaveLength(1)
  const key = (name: string) => resolver.resolveTxt(`mta._domainkey.${name}`)
  expect((await key('nordwind.example')).flat().join('')).toMatch(/^v=DKIM1; k=rsa; p=\S{100,}$/)
  expect(await key('news.nordwind.example')).toHaveLength(1)
  await expect(key('business.nordwind.example')).rejects.toMatchObject({ code: 'ENOTFOUND' })
  expect(await resolver.resolveMx('nordwind.example')).toMatchObject([
    { exchange: 'mx.mailroom.example', priority: 10 },
  ])
  expect(await resolver.resolveCname('track.nordwind.example')).toEqual(['track.mailroom.example'])
  expect(await resolver.resolve4('track.nordwind.example')).toEqual(['192.0.2.80'])
  await expect(resolver.resolve4('_dmarc.nordwind.example')).rejects.toMatchObject({ code: 'ENODATA' })
})

test('a record is in the DNS as soon as the service has verified it', async () => {
  const { sandbox } = await openSandbox({ smtp: false })
  const resolver = resolverOf(sandbox)
  const { domains } = sandbox.store
  domains.put({ sending: 'new.example', tracking: 'track.new.example', email: 'postmaster@new.example' }, 0)
  await expect(resolver.resolveMx('new.example')).rejects.toMatchObject({ code: 'ENODATA' })
  domains.verify('new.example', { verifiedMx: true }, 0)
  expect(await resolver.resolveMx('new.example')).toHaveLength(1)
})

test('a domain with other letters than ASCII is found by its ASCII form', async () => {
  const { sandbox } = await openSandbox({ smtp: false })
  const { domains } = sandbox.store
  domains.put({ sending: 'bücher.example', tracking: 't.bücher.example', email: 'a@bücher.example' }, 0)
  expect(domains.get('xn--bcher-kva.example')?.sending).toBe('bücher.example')
  domains.verify('bücher.example', { verifiedMx: true, verifiedTracking: true }, 0)
  const resolver = resolverOf(sandbox)
  expect(await resolver.resolveMx('xn--bcher-kva.example')).toHaveLength(1)
  expect(await resolver.resolveCname('t.xn--bcher-kva.example')).toEqual(['track.mailroom.example'])
})
