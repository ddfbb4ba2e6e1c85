import type { DomainInput, NewApiKey } from '#shared/domain/service/requests.ts'
import type { Context } from '../calls/context.ts'
import type { CallOptions } from '../options/options.ts'
import { readList, withoutRaw } from '../read/list.ts'
import { readApiKey, readDomain } from '../read/settings.ts'

export type SettingsOperations = ReturnType<typeof settingsOperations>

export function settingsOperations({ caller, options: { clock } }: Context) {
  return {
    /** With `effectId`, the caller can find the effect in the journal. */
    addApiKey: (
      { description, ipFilterEnabled, allowedIps }: NewApiKey,
      { effectId, ...options }: CallOptions & { effectId?: string } = {},
    ) =>
      caller.call(
        {
          operation: 'settings.addApiKey',
          method: 'POST',
          path: '/settings/apikeys',
          body: JSON.stringify({ description, iPFilterEnabled: ipFilterEnabled, allowedIPs: allowedIps }),
          effect: { kind: 'api-key', description, startedAt: clock.now() },
          effectId,
        },
        readApiKey,
        options,
      ),
    apiKeys: (options?: CallOptions) =>
      caller.call(
        { operation: 'settings.apiKeys', method: 'GET', path: '/settings/apikeys' },
        (answer) => withoutRaw(readList(answer, readApiKey, ['apikeys', 'apiKeys', 'keys', 'data'])),
        options,
      ),
    addOrUpdateDomain: ({ sending, tracking, email }: DomainInput, options?: CallOptions) =>
      caller.call(
        {
          operation: 'settings.addOrUpdateDomain',
          method: 'POST',
          path: '/settings/domains',
          body: JSON.stringify({ sending, tracking, email }),
          effect: { kind: 'domain', sending, tracking, email, startedAt: clock.now() },
        },
        readDomain,
        options,
      ),
  }
}
