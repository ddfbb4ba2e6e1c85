import { AppError } from '#shared/contract/base/error.ts'
import type { NewWebhook, WebhookChange } from '#shared/domain/service/requests.ts'
import type { Context } from '../calls/context.ts'
import { segment } from '../calls/path.ts'
import { isUnknownPath } from '../http/refusal.ts'
import type { CallOptions } from '../options/options.ts'
import { readList } from '../read/list.ts'
import { readWebhook, readWebhookCall } from '../read/webhooks.ts'
import { change, changed, type Change } from './changes.ts'
import { remembered } from './remembered.ts'

export type WebhookOperations = ReturnType<typeof webhookOperations>

const path = '/settings/webhooks'
const pathOf = (id: string): string => `${path}/${segment(id)}`

type CallsQuery = { id: string; page: number; pageSize: number; newestFirst: boolean }
type Named = { id: string; description: string }

/** Operations beyond interface.md. They are never probed: whether the account has them is remembered once they were used. */
export function webhookOperations(context: Context) {
  const reads = webhookReads(context)
  return { ...reads, ...webhookChanges(context, reads) }
}

type Reads = ReturnType<typeof webhookReads>

function webhookReads(context: Context) {
  const { caller } = context
  return {
    list: (options?: CallOptions) =>
      remembered(context, 'webhooks.list', () =>
        caller.call(
          { operation: 'webhooks.list', method: 'GET', path },
          (answer) => readList(answer, readWebhook, ['webhooks', 'data']),
          options,
        ),
      ),
    /** Whether pages are counted from 0 is not found out here: calls have no id by which two pages could be compared. */
    calls({ id, page, pageSize, newestFirst }: CallsQuery, options?: CallOptions) {
      const body = { pageSize, page: page - 1 + (context.learned().firstPage ?? 1), order: newestFirst ? 1 : 0 }
      return caller.call(
        { operation: 'webhooks.calls', method: 'POST', path: `${pathOf(id)}/logs`, body: JSON.stringify(body) },
        (answer) => readList(answer, readWebhookCall, ['logs', 'data']),
        options,
      )
    },
  }
}

function webhookChanges({ caller }: Context, { list }: Reads) {
  /** An unknown path and a webhook that somebody removed return the same 404. */
  async function ofListed(id: string, request: Change, options: CallOptions | undefined): Promise<void> {
    try {
      await change(caller, request, options)
    } catch (thrown) {
      if (!isUnknownPath(thrown) || !(await list()).items.some((webhook) => webhook.id === id)) throw thrown
      const sentence = 'This account cannot do that through the service’s interface, so nothing was changed.'
      throw new AppError('not-available', sentence, { cause: thrown })
    }
  }

  return {
    /** The service calls the URL first, and saves nothing unless it answers with 200. Null where it returns only a status. */
    add({ url, description, events }: NewWebhook, options?: CallOptions) {
      const request = {
        operation: 'webhooks.add',
        method: 'POST',
        path,
        body: JSON.stringify({ url, description, events }),
        effect: { kind: 'webhook', url, description },
        failed: 'The service did not add the webhook.',
        field: 'id',
      } as const
      return changed(caller, request, readWebhook, options)
    },
    /** One field a call, as the service's own client does it. */
    async change(id: string, { url, description, events }: WebhookChange, options?: CallOptions): Promise<void> {
      const parts: WebhookChange[] = [
        ...(url === undefined ? [] : [{ url }]),
        ...(description === undefined ? [] : [{ description }]),
        ...(events === undefined ? [] : [{ events }]),
      ]
      for (const part of parts) await ofListed(id, partChange(id, part), options)
    },
    remove({ id, description }: Named, options?: CallOptions): Promise<void> {
      const request = {
        operation: 'webhooks.remove',
        method: 'DELETE',
        path: pathOf(id),
        effect: { kind: 'webhook-removal', id, description },
        failed: 'The service did not delete the webhook.',
      } as const
      return ofListed(id, request, options)
    },
    /** Has an effect although it is a GET: the service calls the URL with an example. */
    test({ id, description }: Named, options?: CallOptions): Promise<void> {
      const request = {
        operation: 'webhooks.test',
        method: 'GET',
        path: `${pathOf(id)}/test`,
        effect: { kind: 'webhook-test', id, description },
        failed: 'The service called the webhook, and the call failed.',
      } as const
      return ofListed(id, request, options)
    },
  }
}

function partChange(id: string, part: WebhookChange): Change {
  const { url = null, description = null, events = null } = part
  return {
    operation: 'webhooks.change',
    method: 'PUT',
    path: pathOf(id),
    body: JSON.stringify(part),
    effect: { kind: 'webhook-change', id, url, description, events },
    failed: 'The service did not change the webhook.',
  }
}
