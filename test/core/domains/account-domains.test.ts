import { expect, it, onTestFinished } from 'vitest'
import { EventBus } from '#core/base/event-bus.ts'
import { AccountDomains } from '#core/domains/account-domains.ts'
import { openDomainFile } from '#core/domains/domain-file.ts'
import { clientOfSandbox } from '#test/support/api-client.ts'
import { openAccount } from '#test/support/open-app.ts'
import { testPorts } from '#test/support/test-ports.ts'
import { nobody, serversAt } from './support.ts'

it('of two overlapping checks of a watched domain, only one reports that it is verified', async () => {
  const { service, folder, accountId, ask } = await openAccount()
  await ask('domains.save', { accountId, sending: 'one.test', tracking: 'track.one.test', email: 'ann@example.org' })
  await ask('domains.askService', { accountId, name: 'one.test' })
  const client = clientOfSandbox(service)
  onTestFinished(() => client.close())
  const ground = { ports: testPorts(folder), events: new EventBus(), onBroken: () => undefined }
  const file = await openDomainFile(ground, crypto.randomUUID())
  const domains = new AccountDomains(
    {
      client: () => client,
      senders: async () => [],
      servers: () => serversAt(nobody),
      resolvers: () => [],
      neverResolves: () => false,
      now: () => 1000,
      onChange: () => undefined,
    },
    file,
  )
  await domains.watch('one.test', true)
  const [watched] = domains.stored.watched
  const { signal } = new AbortController()
  const states = await Promise.all([domains.look(watched!, signal), domains.look(watched!, signal)])
  expect(states.toSorted()).toEqual(['verified', 'waiting'])
  expect(domains.stored.watched).toEqual([])
})
