import { createHash } from 'node:crypto'
import { exportTags } from '#shared/domain/exports/export-tags.ts'
import type { Database } from './database.ts'
import type { UserAgent } from '../types/message-types.ts'

const cacheLimit = 20_000
const streamColumns = ['sender', 'api_key', 'tags']

/** The numbers of the platform and location under which an agent is counted. */
export type AgentCells = { platform: number; location: number }

/**
 * Bits in `messages.special`. They say that a text needs escaping in an export format. Each text is checked only once,
 * because few need it.
 */
export const special = { json: 1, csv: 2 } as const
export function specialOf(...texts: string[]): number {
  const all = texts.join('')
  return (needsJsonEscape(all) ? special.json : 0) | (/[",\r\n]/.test(all) ? special.csv : 0)
}
const needsJsonEscape = (text: string): boolean => JSON.stringify(text).length !== text.length + 2
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)
const inCsv = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/**
 * Returns a key for everything except the IP address. Joining the values takes a quarter of the time that JSON would,
 * and a scenario has a million opens.
 */
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

/**
 * Stores values that many messages share only once, and returns their numbers. Its caches save lookups. They are
 * cleared after a rollback, because numbers assigned in that transaction are gone.
 */
export class Interner {
  readonly #database: Database
  readonly #streams = new Map<string, number>()
  readonly #domains = new Map<string, number>()
  readonly #agents = new Map<string, number>()
  readonly #cells = new Map<number, AgentCells>()
  readonly #blobs = new Map<string, number>()

  constructor(database: Database) {
    this.#database = database
    const caches = [this.#streams, this.#domains, this.#agents, this.#cells, this.#blobs]
    database.onForget(() => {
      for (const cache of caches) cache.clear()
    })
  }

  stream(sender: string, apiKey: string, tags: readonly string[]): number {
    const tagsText = JSON.stringify(tags)
    const values = [sender, apiKey, tagsText]
    return cached(
      this.#streams,
      JSON.stringify(values),
      () => this.#find('streams', streamColumns, values) || this.#addStream(sender, apiKey, tags),
    )
  }

  domain(name: string): number {
    return cached(this.#domains, name, () => this.#findOrAdd('recipient_domains', ['name'], [name]))
  }

  agent(userAgent: UserAgent): number {
    return cached(this.#agents, keyOf(userAgent), () => {
      // The IP address is stored with each event, because it differs every time.
      const body = JSON.stringify({ ...userAgent, ip: '' })
      return this.#find('agents', ['body'], [body]) || this.#addAgent(body, userAgent)
    })
  }

  agentCells(agent: number): AgentCells {
    return cached(this.#cells, agent, () => {
      const row = this.#database.sql('SELECT platform, location FROM agents WHERE id = ?').get(agent)
      return { platform: Number(row?.['platform']), location: Number(row?.['location']) }
    })
  }

  blob(content: Uint8Array): number {
    const hash = createHash('sha256').update(content).digest()
    return cached(this.#blobs, hash.toString('base64'), () => {
      const row = this.#database.sql('SELECT id FROM blobs WHERE hash = ?').get(hash)
      return row ? Number(row['id']) : this.#add('blobs', ['hash', 'content'], [hash, content])
    })
  }

  readBlob(id: number): Uint8Array {
    const content = this.#database.sql('SELECT content FROM blobs WHERE id = ?').get(id)?.['content']
    if (!(content instanceof Uint8Array)) throw new Error(`The stored content ${id} is missing.`)
    return content
  }

  #find(table: string, columns: readonly string[], values: readonly (string | number)[]): number {
    const where = columns.map((column) => `${column} = ?`).join(' AND ')
    const row = this.#database.sql(`SELECT id FROM ${table} WHERE ${where}`).get(...values)
    return row ? Number(row['id']) : 0
  }

  #add(table: string, columns: readonly string[], values: readonly (string | number | Uint8Array)[]): number {
    const marks = columns.map(() => '?').join(', ')
    const result = this.#database.sql(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${marks})`).run(...values)
    return Number(result.lastInsertRowid)
  }

  #findOrAdd(table: string, columns: readonly string[], values: readonly (string | number)[]): number {
    return this.#find(table, columns, values) || this.#add(table, columns, values)
  }

  #addStream(sender: string, apiKey: string, tags: readonly string[]): number {
    const joined = exportTags(tags)
    return this.#add(
      'streams',
      [...streamColumns, 'json_key', 'json_from', 'json_tags', 'csv_key', 'csv_from', 'csv_tags'],
      [
        sender,
        apiKey,
        JSON.stringify(tags),
        `","apiKey":"${inJson(apiKey)}","createdDate":`,
        `,"from":"${inJson(sender)}","email":"`,
        `${tags.length > 0 ? `,"tags":"${inJson(joined)}"` : ''},"lastState":"`,
        `,${inCsv(apiKey)},`,
        `,${inCsv(sender)},`,
        `,${inCsv(joined)},`,
      ],
    )
  }

  #addAgent(body: string, userAgent: UserAgent): number {
    const isWebmail = userAgent.webmail !== ''
    const name = isWebmail ? userAgent.webmail : userAgent.browser || 'Unknown'
    const platform = this.#findOrAdd('platforms', ['name', 'type'], [name, isWebmail ? 'webmail' : 'application'])
    const { country, city, latitude, longitude } = userAgent
    const location = this.#findOrAdd(
      'locations',
      ['country', 'city', 'latitude', 'longitude'],
      [country, city, latitude, longitude],
    )
    return this.#add('agents', ['body', 'platform', 'location'], [body, platform, location])
  }
}
