import type { MessageDetail, MessageRecord } from '#shared/domain/service/records.ts'
import type { Paging, StatisticsFilter } from '#shared/domain/service/requests.ts'
import type {
  Activity,
  Bounces,
  EmailPlatform,
  EmailPlatformForm,
  Localisation,
  NamedCounters,
  RecipientDetail,
} from '#shared/domain/service/statistics.ts'
import type { Context } from '../calls/context.ts'
import type { CallOptions } from '../options/options.ts'
import { servicePage, type Page } from '../calls/pages.ts'
import { segment } from '../calls/path.ts'
import { fields, integer } from '../read/fields.ts'
import { readKeyed, readList, type Listed } from '../read/list.ts'
import { readMessage, readMessageDetail } from '../read/messages.ts'
import {
  readActivities,
  readBounceDays,
  readCounters,
  readLocalisation,
  readPlatformMonths,
  readPlatformTotals,
  readRecipientDetail,
} from '../read/statistics.ts'
import { writeFilter } from '../write/filter.ts'

export type MessagePage = Listed<MessageRecord> & {
  /** The number of matches on all pages; null where the service does not say. */
  total: number | null
}

export type StatisticsOperations = {
  messages(query: StatisticsFilter & Paging, options?: CallOptions): Promise<MessagePage>
  message(messageId: string, options?: CallOptions): Promise<MessageDetail>
  recipient(recipientEmail: string, options?: CallOptions): Promise<RecipientDetail>
  domains(filter: StatisticsFilter, options?: CallOptions): Promise<Listed<NamedCounters>>
  tags(filter: StatisticsFilter, options?: CallOptions): Promise<Listed<NamedCounters>>
  activities(filter: StatisticsFilter, options?: CallOptions): Promise<Listed<Activity>>
  bounces(filter: StatisticsFilter, options?: CallOptions): Promise<Listed<Bounces>>
  emailPlatforms(
    form: EmailPlatformForm,
    filter: StatisticsFilter,
    options?: CallOptions,
  ): Promise<Listed<EmailPlatform>>
  localisations(filter: StatisticsFilter, options?: CallOptions): Promise<Listed<Localisation>>
}

export function statisticsOperations(context: Context): StatisticsOperations {
  const { caller, options: clientOptions } = context
  const { dateForm } = clientOptions.profile

  function query<T>(
    name: string,
    path: string,
    filter: StatisticsFilter,
    read: (answer: unknown) => T,
    options: CallOptions | undefined,
  ): Promise<T> {
    const body = JSON.stringify(writeFilter(filter, dateForm, 'other'))
    const request = { operation: `statistics.${name}`, method: 'POST', path: `/statistics/${path}`, body } as const
    return caller.call(request, read, options)
  }

  function get<T>(name: string, id: string, read: (answer: unknown) => T, options: CallOptions | undefined): Promise<T> {
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
    async messages({ page, pageSize, ...filter }, options) {
      const sample = async (number: number, sampleOptions: CallOptions | undefined): Promise<Page> => {
        const { items, problems, total } = await messages(filter, number, 1, sampleOptions)
        const isEmpty = items.length + problems.length === 0
        return { total, isEmpty, fingerprint: JSON.stringify(items[0]?.id ?? problems[0]?.raw ?? null) }
      }
      return messages(filter, await servicePage(page, context, sample, options), pageSize, options)
    },
    message: (messageId, options) => get('message', messageId, readMessageDetail, options),
    recipient: (recipientEmail, options) => get('recipient', recipientEmail, readRecipientDetail, options),
    domains: (filter, options) => query('domains', 'domains', filter, readNamed, options),
    tags: (filter, options) => query('tags', 'tags', filter, readNamed, options),
    activities: (filter, options) => query('activities', 'activities', filter, readActivities, options),
    bounces: (filter, options) => query('bounces', 'bounces', filter, readBounceDays, options),
    emailPlatforms(form, filter, options) {
      const path = form === 'all' ? 'emailplatforms' : `emailplatforms/${form}`
      const read = form.endsWith('/total') ? readPlatformTotals : readPlatformMonths
      return query('emailPlatforms', path, filter, read, options)
    },
    localisations: (filter, options) =>
      query(
        'localisations',
        'localisations',
        filter,
        (answer) => readList(answer, readLocalisation, ['localisations', 'data']),
        options,
      ),
  }
}

function readMessagePage(answer: unknown): MessagePage {
  const listed = readList(answer, readMessage, ['messages', 'Messages', 'data'])
  if (Array.isArray(answer)) return { ...listed, total: null }
  const given = fields(answer)
  const total = given.total ?? given.Total ?? null
  return { ...listed, total: total === null ? null : integer(total) }
}

function readNamed(answer: unknown): Listed<NamedCounters> {
  return readKeyed(answer, (name, item) => ({ ...readCounters(item), name }))
}
