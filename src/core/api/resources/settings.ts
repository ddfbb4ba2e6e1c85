import { createHash } from 'node:crypto'
import { AppError } from '#shared/contract/base/error.ts'
import type { ApiKey, Domain } from '#shared/domain/service/records.ts'
import type { DomainInput, NewApiKey, TemplateInput } from '#shared/domain/service/requests.ts'
import type { Context } from '../calls/context.ts'
import type { CallOptions } from '../options/options.ts'
import { readList, withoutRaw, type Listed } from '../read/list.ts'
import { readApiKey, readDomain } from '../read/settings.ts'
import { segment } from '../calls/path.ts'
import { readStatus } from '../read/status.ts'

export type SettingsOperations = {
  addApiKey(input: NewApiKey, options?: CallOptions): Promise<ApiKey>
  apiKeys(options?: CallOptions): Promise<Listed<ApiKey>>
  addOrUpdateDomain(input: DomainInput, options?: CallOptions): Promise<Domain>
  updateTemplate(id: string, input: TemplateInput, options?: CallOptions): Promise<void>
}

export function settingsOperations({ caller, options: { clock } }: Context): SettingsOperations {
  return {
    addApiKey: ({ description, ipFilterEnabled, allowedIps }, options) =>
      caller.call(
        {
          operation: 'settings.addApiKey',
          method: 'POST',
          path: '/settings/apikeys',
          body: JSON.stringify({ description, iPFilterEnabled: ipFilterEnabled, allowedIPs: allowedIps }),
          effect: { kind: 'api-key', description, startedAt: clock.now() },
        },
        readApiKey,
        options,
      ),
    apiKeys: (options) =>
      caller.call(
        { operation: 'settings.apiKeys', method: 'GET', path: '/settings/apikeys' },
        (answer) => withoutRaw(readList(answer, readApiKey, ['apikeys', 'apiKeys', 'keys', 'data'])),
        options,
      ),
    addOrUpdateDomain: ({ sending, tracking, email }, options) =>
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
    async updateTemplate(id, { description, from, subject, htmlContent, textContent }, options) {
      const htmlHash = createHash('sha256').update(htmlContent).digest('hex')
      const status = await caller.call(
        {
          operation: 'settings.updateTemplate',
          method: 'PUT',
          path: `/settings/templates/${segment(id)}`,
          body: JSON.stringify({ description, from, subject, htmlContent, textContent }),
          effect: { kind: 'template', id, description, subject, htmlHash },
        },
        readStatus,
        options,
      )
      if (status.ok) return
      throw new AppError('service-failure', `The service did not update the template.${status.said}`, {
        details: { operation: 'settings.updateTemplate', answer: status.answer },
      })
    },
  }
}
