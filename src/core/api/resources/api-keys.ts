import type { ApiKeyChange } from '#shared/domain/service/requests.ts'
import type { Context } from '../calls/context.ts'
import { segment } from '../calls/path.ts'
import type { CallOptions } from '../options/options.ts'
import { change } from './changes.ts'
import { remembered } from './remembered.ts'
import type { SettingsOperations } from './settings.ts'

const path = '/settings/apikeys'

/**
 * Operations beyond the service’s documentation. They are never probed. Whether the account supports one is remembered
 * after its first use.
 */
export function apiKeyOperations(context: Context, settings: SettingsOperations) {
  const { caller } = context

  const used = (name: 'change' | 'remove', id: string, call: () => Promise<unknown>) =>
    remembered(
      context,
      `apiKeys.${name}`,
      async () => void (await call()),
      () => isListed(id),
    )

  async function isListed(id: string): Promise<boolean> {
    const { items } = await settings.apiKeys()
    return items.some((key) => key.id === id)
  }

  return {
    change: (id: string, { description, filter }: ApiKeyChange, options?: CallOptions) =>
      used('change', id, () =>
        change(
          caller,
          {
            operation: 'apiKeys.change',
            method: 'PUT',
            path: `${path}/${segment(id)}`,
            body: JSON.stringify({
              description,
              iPFilterEnabled: filter?.enabled,
              allowedIPs: filter?.allowedIps,
            }),
            effect: { kind: 'api-key-change', id, description: description ?? null, filter: filter ?? null },
            failed: 'The service did not change the API key.',
          },
          options,
        ),
      ),
    remove: ({ id, description }: { id: string; description: string }, options?: CallOptions) =>
      used('remove', id, () =>
        change(
          caller,
          {
            operation: 'apiKeys.remove',
            method: 'DELETE',
            path: `${path}/${segment(id)}`,
            effect: { kind: 'api-key-removal', id, description },
            failed: 'The service did not delete the API key.',
          },
          options,
        ),
      ),
  }
}
