import type { HandlersOf } from '../base/handlers.ts'
import type { Domains } from './domains.ts'

export function domainsHandlers(domains: Domains): HandlersOf<'domains'> {
  return {
    'domains.list': async ({ accountId }, { signal }) => (await domains.of(accountId)).list(signal),
    'domains.save': async ({ accountId, ...input }, { signal }) => ({
      name: await (await domains.of(accountId)).save(input, signal),
    }),
    'domains.check': async ({ accountId, name }, { signal }) => (await domains.of(accountId)).check(name, signal),
    'domains.askService': async ({ accountId, name }, { signal }) =>
      (await domains.of(accountId)).askService(name, signal),
    'domains.history': async ({ accountId, name }) => (await domains.of(accountId)).history(name),
    'domains.watch': async ({ accountId, name, isOn }) => {
      await (await domains.of(accountId)).watch(name, isOn)
      if (isOn) domains.look(accountId)
    },
  }
}
