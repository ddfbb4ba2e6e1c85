import type { NameIn } from '#shared/domain/accounts/abilities/operations.ts'
import type { Paging, StatisticsFilter } from '#shared/domain/service/requests.ts'
import type { EmailPlatformForm } from '#shared/domain/service/statistics.ts'
import type { Context } from '../calls/context.ts'
import type { CallOptions } from '../options/options.ts'
import { sampleOf, servicePage, type Page } from '../calls/pages.ts'
import { segment } from '../calls/path.ts'
import { fields } from '../read/fields.ts'
import { readKeyed, readList, readTotal, type Counted } from '../read/list.ts'
import { readMessage, readMessageDetail, type MessageRecord } from '../read/messages.ts'
import {
  readActivities,
  readBounceDays,
  readCounters,
  readLink,
  readLocalisation,
  readPlatformMonths,
  readPlatformTotals,
  readRecipientDetail,
} from '../read/statistics.ts'
import { writeFilter } from '../write/filter.ts'
import { remembered } from './remembered.ts'

export type MessagePage = Counted<MessageRecord>

export type StatisticsOperations = ReturnType<typeof statisticsOperations>

export function statisticsOperations(context: Context) {
  const { caller, options: clientOptions } = context
  const { dateForm } = clientOptions.profile

  function query<T>(
    name: NameIn<'statistics'>,
    path: string,
    filter: StatisticsFilter,
    read: (answer: unknown) => T,
    options: CallOptions | undefined,
  ): Promise<T> {
    const body = JSON.stringify(writeFilter(filter, dateForm, 'other'))
    const request = { operation: `statistics.${name}`, method: 'POST', path: `/statistics/${path}`, body } as const
    return caller.call(request, read, options)
  }

  function get<T>(name: NameIn<'statistics'>, id: string, read: (answer: unknown) => T, options: CallOptions | undefined): Promise<T> {
    const path = `/statistics/${name}/${segment(id)}`
    return caller.call({ operation: `statistics.${name}`, method: 'GET', path }, read, options)
  }

  function messages(
    filter: StatisticsFilter,
    page: number | undefined,
    pageSize: number | undefined,
    options: CallOptions | undefined,
  ): Promise<MessagePage> {
    const body = JSON.stringify({ page, pageSize, ...writeFilter(filter, dateForm, 'messages') })
    return caller.call(
      { operation: 'statistics.messages', method: 'POST', path: '/statistics/messages', body },
      readMessagePage,
      options,
    )
  }

  return {
    async messages(
      { page, pageSize, ...filter }: StatisticsFilter & Paging,
      options?: CallOptions,
    ): Promise<MessagePage> {
      const sample = async (number: number, sampleOptions: CallOptions | undefined): Promise<Page> =>
        sampleOf(await messages(filter, number, 1, sampleOptions), ({ id }) => id)
      return messages(filter, await servicePage(page, context, sample, options), pageSize, options)
    },
    message: (messageId: string, options?: CallOptions) => get('message', messageId, readMessageDetail, options),
    recipient: (recipientEmail: string, options?: CallOptions) => get('recipient', recipientEmail, readRecipientDetail, options),
    sends: (filter: StatisticsFilter, options?: CallOptions) => remembered(context, 'statistics.sends', () => query('sends', 'sends', filter, readCounters, options)),
    links: (filter: StatisticsFilter, options?: CallOptions) => remembered(context, 'statistics.links', () => query('links', 'links', filter, readLinks, options)),
    domains: (filter: StatisticsFilter, options?: CallOptions) => query('domains', 'domains', filter, readNamed, options),
    tags: (filter: StatisticsFilter, options?: CallOptions) => query('tags', 'tags', filter, readNamed, options),
    activities: (filter: StatisticsFilter, options?: CallOptions) => query('activities', 'activities', filter, readActivities, options),
    bounces: (filter: StatisticsFilter, options?: CallOptions) => query('bounces', 'bounces', filter, readBounceDays, options),
    emailPlatforms(form: EmailPlatformForm, filter: StatisticsFilter, options?: CallOptions) {
      const path = form === 'all' ? 'emailplatforms' : `emailplatforms/${form}`
      const read = form.endsWith('/total') ? readPlatformTotals : readPlatformMonths
      return query('emailPlatforms', path, filter, read, options)
    },
    localisations: (filter: StatisticsFilter, options?: CallOptions) =>
      query('localisations', 'localisations', filter, readLocalisations, options),
  }
}

function readMessagePage(answer: unknown): MessagePage {
  const listed = readList(answer, readMessage, ['messages', 'Messages', 'data'])
  return { ...listed, total: Array.isArray(answer) ? null : readTotal(fields(answer)) }
}

function readNamed(answer: unknown) {
  return readKeyed(answer, (name, item) => ({ ...readCounters(item), name }))
}

/** The response’s entries are keyed by the links’ URLs. */
function readLinks(answer: unknown) {
  return readKeyed(answer, (url, item) => ({ ...readLink(item), url }))
}

function readLocalisations(answer: unknown) {
  return readList(answer, readLocalisation, ['localisations', 'data'])
}
