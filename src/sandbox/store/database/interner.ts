import { createHash } from 'node:crypto'
import { exportTags } from '#shared/domain/exports/export-tags.ts'
import type { Database } from './database.ts'
import type { UserAgent } from '../index.ts'

/**
 * What repeats over many messages is stored once and referred to by number. The caches only spare look-ups; they are
 * dropped on rollback, because a number drawn in a lost transaction would point nowhere.
 */
export type Intern = {
  stream(sender: string, apiKey: string, tags: readonly string[]): number
  domain(name: string): number
  agent(userAgent: UserAgent): number
  agentCells(agent: number): { platform: number; location: number }
  blob(content: Uint8Array): number
  readBlob(id: number): Uint8Array
}

const cacheLimit = 20_000

/** Bits of `messages.special`: the text needs escaping in this form of export. Most never does, and it is checked once. */
export const special = { json: 1, csv: 2 } as const
export function specialOf(...texts: string[]): number {
  const all = texts.join('')
  return (needsJsonEscape(all) ? special.json : 0) | (/[",\r\n]/.test(all) ? special.csv : 0)
}
const needsJsonEscape = (text: string): boolean => JSON.stringify(text).length !== text.length + 2
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)
const inCsv = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Everything but the address; joining is a quarter of the work of JSON, and a million readers open a scenario. */
function keyOf(agent: UserAgent): string {
  const { latitude, longitude, country, region, city, postcode } = agent
  const place = `${latitude}\0${longitude}\0${country}\0${region}\0${city}\0${postcode}`
  return `${place}\0${agent.operatingSystem}\0${agent.language}\0${agent.browser}\0${agent.webmail}\0${agent.deviceType}`
}

function cached<Key, Value>(cache: Map<Key, Value>, key: Key, find: () => Value): Value {
  let value = cache.get(key)
  if (value === undefined) {
    value = find()
    if (cache.size >= cacheLimit) cache.clear()
    cache.set(key, value)
  }
  return value
}

export function createIntern(database: Database): Intern {
  const streams = new Map<string, number>()
  const domains = new Map<string, number>()
  const agents = new Map<string, number>()
  const cells = new Map<number, { platform: number; location: number }>()
  const blobs = new Map<string, number>()
  database.onForget(() => {
    for (const cache of [streams, domains, agents, cells, blobs]) cache.clear()
  })

  function find(table: string, columns: readonly string[], values: readonly (string | number)[]): number {
    const where = columns.map((column) => `${column} = ?`).join(' AND ')
    const row = database.sql(`SELECT id FROM ${table} WHERE ${where}`).get(...values)
    return row ? Number(row['id']) : 0
  }
  function add(table: string, columns: readonly string[], values: readonly (string | number | Uint8Array)[]): number {
    const marks = columns.map(() => '?').join(', ')
    const result = database.sql(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${marks})`).run(...values)
    return Number(result.lastInsertRowid)
  }
  const findOrAdd = (table: string, columns: readonly string[], values: readonly (string | number)[]): number =>
    find(table, columns, values) || add(table, columns, values)

  const streamColumns = ['sender', 'api_key', 'tags']
  function addStream(sender: string, apiKey: string, tags: readonly string[], tagsText: string): number {
    const joined = exportTags(tags)
    return add(
      'streams',
      [...streamColumns, 'json_key', 'json_from', 'json_tags', 'csv_key', 'csv_from', 'csv_tags'],
      [
        sender,
        apiKey,
        tagsText,
        `","apiKey":"${inJson(apiKey)}","createdDate":`,
        `,"from":"${inJson(sender)}","email":"`,
        `${tags.length > 0 ? `,"tags":"${inJson(joined)}"` : ''},"lastState":"`,
        `,${inCsv(apiKey)},`,
        `,${inCsv(sender)},`,
        `,${inCsv(joined)},`,
      ],
    )
  }

  function addAgent(body: string, userAgent: UserAgent): number {
    const webmail = userAgent.webmail !== ''
    const name = webmail ? userAgent.webmail : userAgent.browser || 'Unknown'
    const platform = findOrAdd('platforms', ['name', 'type'], [name, webmail ? 'webmail' : 'application'])
    const { country, city, latitude, longitude } = userAgent
    const location = findOrAdd(
      'locations',
      ['country', 'city', 'latitude', 'longitude'],
      [country, city, latitude, longitude],
    )
    return add('agents', ['body', 'platform', 'location'], [body, platform, location])
  }

  return {
    stream(sender, apiKey, tags) {
      const tagsText = JSON.stringify(tags)
      const values = [sender, apiKey, tagsText]
      return cached(
        streams,
        JSON.stringify(values),
        () => find('streams', streamColumns, values) || addStream(sender, apiKey, tags, tagsText),
      )
    },
    domain: (name) => cached(domains, name, () => findOrAdd('recipient_domains', ['name'], [name])),
    agent: (userAgent) =>
      cached(agents, keyOf(userAgent), () => {
        // The address of the reader differs with every event: it is kept with the event.
        const body = JSON.stringify({ ...userAgent, ip: '' })
        return find('agents', ['body'], [body]) || addAgent(body, userAgent)
      }),
    agentCells(agent) {
      return cached(cells, agent, () => {
        const row = database.sql('SELECT platform, location FROM agents WHERE id = ?').get(agent)
        return { platform: Number(row?.['platform']), location: Number(row?.['location']) }
      })
    },
    blob(content) {
      const hash = createHash('sha256').update(content).digest()
      return cached(blobs, hash.toString('base64'), () => {
        const row = database.sql('SELECT id FROM blobs WHERE hash = ?').get(hash)
        return row ? Number(row['id']) : add('blobs', ['hash', 'content'], [hash, content])
      })
    },
    readBlob(id) {
      const content = database.sql('SELECT content FROM blobs WHERE id = ?').get(id)?.['content']
      if (!(content instanceof Uint8Array)) throw new Error(`The stored content ${id} is missing.`)
      return content
    },
  }
}
