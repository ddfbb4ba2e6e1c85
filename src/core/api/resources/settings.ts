import { createHash } from 'node:crypto'
import type { DomainInput, NewApiKey, TemplateInput } from '#shared/domain/service/requests.ts'
import type { Context } from '../calls/context.ts'
import type { CallOptions } from '../options/options.ts'
import { readList, withoutRaw } from '../read/list.ts'
import { readApiKey, readDomain } from '../read/settings.ts'
import { segment } from '../calls/path.ts'
import { change } from './changes.ts'

export type SettingsOperations = ReturnType<typeof settingsOperations>

export function settingsOperations({ caller, options: { clock } }: Context) {
  return {
    /** With `effectId` the caller finds the effect in the journal again. */
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
          effect: { kind: 'domain', sending },
        },
        readDomain,
        options,
      ),
    async updateTemplate(id: string, input: TemplateInput, options?: CallOptions): Promise<void> {
      const { description, subject, htmlContent } = input
      const htmlHash = createHash('sha256').update(htmlContent).digest('hex')
      const request = {
        operation: 'settings.updateTemplate',
        method: 'PUT',
        path: `/settings/templates/${segment(id)}`,
        body: templateBody(input),
        effect: { kind: 'template', id, description, subject, htmlHash },
        failed: 'The service did not update the template.',
      } as const
      await change(caller, request, options)
    },
  }
}

export function templateBody({ description, from, subject, htmlContent, textContent }: TemplateInput): string {
  return JSON.stringify({ description, from, subject, htmlContent, textContent })
}
