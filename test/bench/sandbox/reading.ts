import { request } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { utils, write } from 'xlsx'
import { figure, median, type Print } from '../support/figure.ts'
import { memoryOf, startSandbox, type Program } from './program.ts'

const million = 1_000_000
const sheetRows = 65_535

/** Statistics and exports of a million messages over HTTP, as a client gets them. */
export async function reading(folder: string, seed: string, print: Print): Promise<void> {
  const seeded = await startSandbox('--scenario', seed, '--data', folder)
  await seeded.stop()
  // The sandbox locks its file while it runs, so the peers read it first.
  const database = new DatabaseSync(join(folder, 'sandbox.sqlite'), { readOnly: true })
  const peers = measurePeers(database)
  database.close()
  const sandbox = await startSandbox('--data', folder)
  try {
    await statistics(sandbox, peers.grouped, print)
    await exports(sandbox, peers, print)
  } finally {
    await sandbox.stop()
  }
}

type Got = {
  bytes: number
  milliseconds: number
}

function get({ url, user, key }: Program, path: string, body: object, onData?: () => void): Promise<Got> {
  const started = performance.now()
  const headers = { 'X-Service-ApiUser': user, 'X-Service-ApiKey': key, 'Content-Type': 'application/json' }
  return new Promise((resolve, reject) => {
    const outgoing = request(url + path, { method: 'POST', headers }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        onData?.()
      })
      response.on('error', reject)
      response.on('end', () => {
        if (response.statusCode === 200) resolve({ bytes, milliseconds: performance.now() - started })
        else reject(new Error(`${path} was answered with ${response.statusCode}.`))
      })
    })
    outgoing.on('error', reject)
    outgoing.end(JSON.stringify(body))
  })
}

const operations = ['messages', 'domains', 'tags', 'activities', 'bounces', 'emailplatforms', 'localisations']

/** Measures the slowest of the operations, each over the whole year. */
async function statistics(sandbox: Program, peer: number, print: Print): Promise<void> {
  const whole = { dateBegin: 0, dateEnd: 4_000_000_000 }
  let ours = 0
  for (const operation of operations) {
    const times: number[] = []
    for (let round = 0; round < 9; round++) {
      times.push((await get(sandbox, `/statistics/${operation}`, whole)).milliseconds)
    }
    ours = Math.max(ours, median(times))
  }
  print(
    figure({ bench: 'sandbox.statistics-1m', ours, peer, unit: 'ms', n: million, peerName: 'GROUP BY over the rows' }),
  )
}

const rowsSql = `SELECT code AS id, api_key AS apiKey, created, changed, sender AS "from", email, subject, size, tags,
  state AS lastState, open, click FROM messages JOIN streams ON streams.id = messages.stream ORDER BY messages.id`

type Row = Record<string, string | number | null>

function rowByRow(database: DatabaseSync, toText: (row: Row) => string): Got {
  const started = performance.now()
  let bytes = 0
  for (const row of database.prepare(rowsSql).iterate()) bytes += Buffer.from(toText(row as Row)).length
  return { bytes, milliseconds: performance.now() - started }
}

const toCsv = (row: Row): string =>
  `${Object.values(row)
    .map((value) => `"${String(value ?? '').replaceAll('"', '""')}"`)
    .join(',')}\r\n`

type Peers = {
  /** Milliseconds. */
  grouped: number
  /** Megabytes a second. */
  json: number
  csv: number
  /** Seconds. */
  xlsx: number
  xls: number
}

function measurePeers(database: DatabaseSync): Peers {
  const started = performance.now()
  database.prepare('SELECT domain, count(*), sum(open), sum(click), sum(open > 0) FROM messages GROUP BY 1').all()
  const grouped = performance.now() - started
  return {
    grouped,
    json: speed(rowByRow(database, (row) => `${JSON.stringify(row)},\n`)),
    csv: speed(rowByRow(database, toCsv)),
    xlsx: (sheetJs(database, 'xlsx') * million) / sheetRows,
    xls: (sheetJs(database, 'xls') * million) / sheetRows,
  }
}

const speed = ({ bytes, milliseconds }: Got): number => bytes / 1000 / milliseconds

async function exports(sandbox: Program, peers: Peers, print: Print): Promise<void> {
  let memory = memoryOf(sandbox)
  const watch = (): void => {
    memory = memory === undefined ? undefined : Math.max(memory, memoryOf(sandbox) ?? 0)
  }
  for (const fileType of ['json', 'csv'] as const) {
    const ours = speed(await get(sandbox, `/export/${fileType}`, {}, watch))
    const given = { ours, peer: peers[fileType], unit: 'MB/s', n: million }
    print(figure({ bench: `sandbox.export-${fileType}`, ...given, peerName: 'row by row, without HTTP' }))
  }
  for (const fileType of ['xlsx', 'xls'] as const) {
    const ours = (await get(sandbox, `/export/${fileType}`, {}, watch)).milliseconds / 1000
    const given = { ours, peer: peers[fileType], unit: 's', n: million }
    print(figure({ bench: `sandbox.export-${fileType}`, ...given, peerName: 'SheetJS, 65,535 rows scaled up' }))
  }
  if (memory === undefined) return
  print(
    figure({ bench: 'sandbox.export-memory', ours: memory, peer: 250, unit: 'MB', n: million, peerName: 'the limit' }),
  )
}

/** Seconds for as many rows as one xls sheet holds. */
function sheetJs(database: DatabaseSync, bookType: 'xlsx' | 'xls'): number {
  const rows = database.prepare(`${rowsSql} LIMIT ${sheetRows}`).all() as Row[]
  const started = performance.now()
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.json_to_sheet(rows))
  write(book, { type: 'buffer', bookType })
  return (performance.now() - started) / 1000
}
