import { AppError } from '#shared/contract/base/error.ts'
import type { NewWebhook, WebhookChange } from '#shared/domain/service/requests.ts'
import type { Context } from '../calls/context.ts'
import { isRefusedZero, refusedZero } from '../calls/pages.ts'
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
type Part = { name: 'URL' | 'description' | 'events'; change: WebhookChange }

/**
 * Operations beyond the service’s documentation. They are never probed. Whether the account supports one is remembered
 * after its first use.
 */
export function webhookOperations(context: Context) {
  const reads = webhookReads(context)
  const { list, calls } = reads
  return { list, calls, ...webhookChanges(context, reads) }
}

type Reads = ReturnType<typeof webhookReads>

function webhookReads(context: Context) {
  const { caller } = context
  const list = (options?: CallOptions) =>
    remembered(context, 'webhooks.list', () =>
      caller.call(
        { operation: 'webhooks.list', method: 'GET', path },
        (answer) => readList(answer, readWebhook, ['webhooks', 'data']),
        options,
      ),
    )

  /** Returns null if the account cannot list its webhooks. */
  async function idsOfListed(): Promise<string[] | null> {
    try {
      return (await list()).items.map(({ id }) => id)
    } catch (thrown) {
      if (isUnknownPath(thrown)) return null
      throw thrown
    }
  }
  const isListed = (id: string) => async (): Promise<boolean> => (await idsOfListed())?.includes(id) ?? false

  /** `page` is in the service’s numbering. */
  function logPage({ id, page, pageSize, newestFirst }: CallsQuery, options: CallOptions | undefined) {
    const body = { pageSize, page, order: newestFirst ? 1 : 0 }
    return caller.call(
      { operation: 'webhooks.calls', method: 'POST', path: `${pathOf(id)}/logs`, body: JSON.stringify(body) },
      (answer) => readList(answer, readWebhookCall, ['logs', 'data']),
      options,
    )
  }

  return {
    list,
    isListed,
    canList: async (): Promise<boolean> => (await idsOfListed()) !== null,
    /**
     * Does not determine whether pages are counted from 0, because calls have no id by which two pages could be
     * compared. Until that is known, an empty page 1 may be the second page.
     */
    async calls(query: CallsQuery, options?: CallOptions) {
      const { firstPage } = context.learned()
      const found = await logPage({ ...query, page: query.page - 1 + (firstPage ?? 1) }, options)
      if (firstPage !== undefined || query.page > 1 || found.items.length + found.problems.length > 0) return found
      return logPage({ ...query, page: 0 }, { ...options, expected: refusedZero }).catch((thrown: unknown) => {
        if (isRefusedZero(thrown)) return found
        throw thrown
      })
    },
  }
}

function webhookChanges(context: Context, { isListed, canList }: Reads) {
  const { caller, options: client } = context
  return {
    /**
     * The service first calls the URL, and saves the webhook only if the URL returns 200. Returns null if the service
     * returns only a status.
     */
    add({ url, description, events }: NewWebhook, options?: CallOptions) {
      const request = {
        operation: 'webhooks.add',
        method: 'POST',
        path,
        body: JSON.stringify({ url, description, events }),
        effect: { kind: 'webhook', url, description, startedAt: client.clock.now() },
        failed: 'The service did not add the webhook.',
        field: 'id',
      } as const
      return remembered(context, 'webhooks.add', () => changed(caller, request, readWebhook, options), canList)
    },
    /** Changes one field per call, as the service’s own client does. */
    async change(id: string, { url, description, events }: WebhookChange, options?: CallOptions): Promise<void> {
      const parts: Part[] = [
        ...(url === undefined ? [] : [{ name: 'URL', change: { url } } as const]),
        ...(description === undefined ? [] : [{ name: 'description', change: { description } } as const]),
        ...(events === undefined ? [] : [{ name: 'events', change: { events } } as const]),
      ]
      for (const [at, part] of parts.entries()) {
        const request = partChange(id, part.change)
        try {
          await remembered(context, 'webhooks.change', () => change(caller, request, options), isListed(id))
        } catch (thrown) {
          throw at === 0 ? thrown : changedInPart(parts, at, AppError.from(thrown))
        }
      }
    },
    async remove({ id, description }: Named, options?: CallOptions): Promise<void> {
      const request = {
        operation: 'webhooks.remove',
        method: 'DELETE',
        path: pathOf(id),
        effect: { kind: 'webhook-removal', id, description },
        failed: 'The service did not delete the webhook.',
      } as const
      await remembered(context, 'webhooks.remove', () => change(caller, request, options), isListed(id))
    },
    /** This is an effect, although the request is a GET, because the service calls the URL with an example event. */
    async test({ id, description }: Named, options?: CallOptions): Promise<void> {
      const request = {
        operation: 'webhooks.test',
        method: 'GET',
        path: `${pathOf(id)}/test`,
        effect: { kind: 'webhook-test', id, description },
        failed: 'The service called the webhook, but the call failed.',
      } as const
      await remembered(context, 'webhooks.test', () => change(caller, request, options), isListed(id))
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

/** Keyed by the parts that were saved before the response to the next part was lost. */
const savedTexts: Readonly<Record<string, string>> = {
  URL: 'The URL was changed.',
  description: 'The description was changed.',
  'URL, description': 'The URL and the description were changed.',
}

/** Keyed by the parts that were saved, then the parts that were not. */
const partlySavedTexts: Readonly<Record<string, string>> = {
  'URL | description': 'The URL was changed, but the description was not.',
  'URL | description, events': 'The URL was changed, but the description and the events were not.',
  'URL | events': 'The URL was changed, but the events were not.',
  'description | events': 'The description was changed, but the events were not.',
  'URL, description | events': 'The URL and the description were changed, but the events were not.',
}

/** Returns the error for a part of a change that failed. All earlier parts are already saved. */
function changedInPart(parts: readonly Part[], at: number, error: AppError): AppError {
  const { code, message, retryable, details } = error
  const names = parts.map(({ name }) => name)
  const saved = names.slice(0, at).join(', ')
  // If the response was lost, it is unknown whether this part was changed.
  const isLost = code === 'outcome-unknown'
  const sentence = isLost ? savedTexts[saved]! : partlySavedTexts[`${saved} | ${names.slice(at).join(', ')}`]!
  return new AppError(code, `${sentence} ${message}`, { retryable, details, cause: error })
}
