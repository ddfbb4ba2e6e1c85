import { AppError } from '#shared/contract/base/error.ts'
import type { ApiKeyChange } from '#shared/domain/service/requests.ts'
import type { Context } from '../calls/context.ts'
import { segment } from '../calls/path.ts'
import { isUnknownPath } from '../http/refusal.ts'
import type { CallOptions, CapabilityState } from '../options/options.ts'
import { change } from './changes.ts'
import type { SettingsOperations } from './settings.ts'

const path = '/settings/apikeys'

/** Operations beyond interface.md. They are never probed: whether the account has one is remembered once it was used. */
export const apiKeyCapabilities = { change: `PUT ${path}/{id}`, remove: `DELETE ${path}/{id}` } as const

export function apiKeyOperations(context: Context, settings: SettingsOperations) {
  const { caller } = context

  async function remembered(name: keyof typeof apiKeyCapabilities, id: string, call: () => Promise<unknown>) {
    const remember = (state: CapabilityState): void => {
      const { capabilities = {} } = context.learned()
      const operation = apiKeyCapabilities[name]
      if (capabilities[operation] !== state) context.learn({ capabilities: { ...capabilities, [operation]: state } })
    }
    try {
      await call()
      remember('yes')
    } catch (thrown) {
      if (!isUnknownPath(thrown) || !(await isListed(id))) throw thrown
      remember('no')
      const sentence = 'This account cannot do that through the service’s interface, so nothing was changed.'
      throw new AppError('not-available', sentence, { details: { operation: apiKeyCapabilities[name] } })
    }
  }

  /** An unknown path and a key that somebody removed return the same 404. */
  async function isListed(id: string): Promise<boolean> {
    const { items } = await settings.apiKeys()
    return items.some((key) => key.id === id)
  }

  return {
    change: (id: string, { description, filter }: ApiKeyChange, options?: CallOptions) =>
      remembered('change', id, () =>
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
      remembered('remove', id, () =>
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
