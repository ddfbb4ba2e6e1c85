import type { ServerResponse } from 'node:http'
import { expect, onTestFinished } from 'vitest'
import type { BlacklistScope } from '#shared/contract/blacklists.ts'
import type { CommandInput, CommandOutput } from '#shared/contract/table.ts'
import { json, serve, type Seen } from '#test/support/api-client.ts'
import { eventually } from '#test/support/eventually.ts'
import type { OpenApp } from '#test/support/open-app.ts'

export type Listed = { email: string; date: number; reason: string }
type Options = {
  /** Called after each page that was returned, to change the list between two pages. */
  readonly between?: (entries: Listed[], page: number) => void
  /** A page is returned once this has resolved. */
  readonly before?: (page: number) => Promise<unknown> | undefined
  /** The most entries that the service returns at once. */
  readonly mostPerPage?: number
  /** The service returns no entries after this one, although it counts them. */
  readonly cutAt?: number
  readonly hasTotal?: boolean
  /** The only form of the call that the service supports. */
  readonly form?: 'body' | 'path'
  readonly key?: string
}

/** A service whose bounce list has these entries, newest first; its other lists are empty. */
export async function listService(entries: Listed[], options: Options = {}): Promise<{ url: string; pages(): number }> {
  const { between, mostPerPage = 500, hasTotal = true, form = 'body', key } = options
  let pages = 0
  const answer = async ({ url, body }: Pick<Seen, 'url' | 'body'>, response: ServerResponse) => {
    if (url.endsWith('/blacklists')) {
      const added = JSON.parse(body) as Pick<Listed, 'email' | 'reason'>
      entries.unshift({ ...added, date: 1_760_000_001 })
      return json(response, { status: 'success' })
    }
    const inPath = /\/blacklists\/list\/(\w+)$/.exec(url)?.[1]
    if (!url.includes('/blacklists/list') || (form === 'path') !== (inPath !== undefined))
      return json(response, {}, 404)
    const asked = JSON.parse(body) as { type: string; page?: number; pageSize?: number }
    const type = inPath ?? asked.type
    const own = type === 'bounces' ? entries : []
    const size = Math.min(asked.pageSize ?? 100, mostPerPage)
    const first = ((asked.page ?? 1) - 1) * size
    if ((asked.page ?? 1) < 1) return json(response, { error: 'page' }, 400)
    if (type === 'bounces') await options.before?.(asked.page ?? 1)
    const items = own.slice(first, Math.min(first + size, options.cutAt ?? Infinity))
    json(response, { [key ?? type]: items, ...(hasTotal && { total: own.length }) })
    if (type !== 'bounces') return
    pages++
    between?.(entries, asked.page ?? 1)
  }
  const server = await serve((seen, response) => void answer(seen, response))
  onTestFinished(() => server.close())
  return { url: server.url, pages: () => pages }
}

export function manyEntries(count: number, newest = 1_760_000_000): Listed[] {
  return Array.from({ length: count }, (_none, at) => ({
    email: `person${at}@d${at % 13}.example`,
    date: newest - at * 7,
    reason: at % 2 === 0 ? '550 user unknown' : 'mailbox full',
  }))
}

export const anyScope: Omit<BlacklistScope, 'accountId'> = {
  type: 'bounces',
  text: '',
  list: null,
  reason: null,
  domain: null,
  from: null,
  to: null,
  other: null,
  grouped: false,
  sort: { field: 'since', descending: true },
}

/** Reads the lists completely; throws if a list could not be read. */
export async function readLists(
  mailroom: OpenApp,
  wanted: Partial<CommandInput<'blacklists.read'>> = {},
): Promise<CommandOutput<'blacklists.state'>> {
  const { accountId } = mailroom
  await mailroom.ask('blacklists.read', { accountId, ifOlderThan: null, types: [], ...wanted })
  return eventually(async () => {
    const state = await mailroom.ask('blacklists.state', { accountId })
    const jobs = await mailroom.ask('jobs.list')
    expect([state.isReading, jobs.some(({ endedAt }) => endedAt === null)]).toEqual([false, false])
    return state
  })
}

/** All addresses of a search, in order. */
export async function emailsOf(mailroom: OpenApp, change: Partial<BlacklistScope> = {}): Promise<string[]> {
  const emails: string[] = []
  for (let rows = 1; emails.length < rows;) {
    const asked = { ...anyScope, accountId: mailroom.accountId, ...change, offset: emails.length, limit: 500 }
    const page = await mailroom.ask('blacklists.rows', asked)
    rows = page.rows
    emails.push(...page.items.map((item) => (item.kind === 'entry' ? item.email : item.domain)))
  }
  return emails
}
