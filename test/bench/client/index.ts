import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, open, rm, stat } from 'node:fs/promises'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ServiceClient } from '#core/api/index.ts'
import { openBenchClient } from './open-client.ts'
import { figure, median, type Figure, type Print } from '../support/figure.ts'

const rounds = 5
const exportMegabytes = 500
const jsonMegabytes = 200
const largeMegabytes = 2000
const calls = 40_000
const concurrency = 12

/** The service client beside curl and node:http, against a minimal server in a separate process. */
export async function run(print: Print): Promise<void> {
  print(await withServer(exportMegabytes, exportToDisk))
  print(await exportMemory())
  print(await withServer(jsonMegabytes, jsonRecords))
  print(await withServer(1, smallCalls))
}

type Target = { client: ServiceClient; url: string; port: number }

async function withServer<T>(megabytes: number, measure: (target: Target) => Promise<T>): Promise<T> {
  const server: ChildProcess = fork(fileURLToPath(new URL('server.ts', import.meta.url)), [String(megabytes)])
  const [port] = (await once(server, 'message')) as [number]
  const url = `http://127.0.0.1:${port}/v1`
  const client = openBenchClient(url, concurrency)
  try {
    return await measure({ client, url, port })
  } finally {
    await client.close()
    server.disconnect()
    await once(server, 'exit')
  }
}

async function exportToDisk({ client, url }: Target): Promise<Figure> {
  const folder = await mkdtemp(join(tmpdir(), 'mailroom-bench-'))
  const ours: number[] = []
  const peer: number[] = []
  let bytes = 0
  async function save(path: string): Promise<void> {
    const download = await client.exports.all('csv', {})
    bytes = download.totalBytes ?? 0
    await download.save(path)
  }
  async function timed(work: (path: string) => Promise<void>): Promise<number> {
    const path = join(folder, 'export.csv')
    const time = await seconds(() => work(path))
    const { size } = await stat(path)
    if (size !== bytes) throw new Error(`${size} bytes came of ${bytes}`)
    // Wait for the disk, so that one side’s background writes do not slow the other.
    await settle(path)
    return time
  }
  try {
    for (let round = 0; round < rounds; round += 1) {
      // The two sides take turns going first.
      if (round % 2 === 0) ours.push(await timed(save))
      peer.push(await timed((path) => curl(`${url}/export/csv`, path)))
      if (round % 2 === 1) ours.push(await timed(save))
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  const [mine, theirs] = [bytes / 1e6 / median(ours), bytes / 1e6 / median(peer)]
  return figure({ bench: 'client.export-to-disk', ours: mine, peer: theirs, unit: 'MB/s', n: bytes, peerName: 'curl' })
}

/** Memory must not grow with the size of the export, so the peer is the same program with a small export. */
async function exportMemory(): Promise<Figure> {
  const [small, large] = [await withServer(100, savedIn), await withServer(largeMegabytes, savedIn)]
  const name = 'client.export-memory'
  const peerName = 'the same with 100 MB'
  return figure({ bench: name, ours: large, peer: small, unit: 'MB', n: largeMegabytes * 1_000_000, peerName })
}

async function savedIn({ url }: Target): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'mailroom-bench-'))
  const task = fileURLToPath(new URL('memory-task.ts', import.meta.url))
  try {
    const [bytes] = (await once(fork(task, [url, join(folder, 'export.csv')]), 'message')) as [number]
    return bytes / 1e6
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function settle(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
  await rm(path)
}

async function curl(url: string, file: string): Promise<void> {
  const child = spawn('curl', ['--silent', '--output', file, url], { stdio: 'ignore' })
  const [code] = (await once(child, 'exit')) as [number]
  if (code !== 0) throw new Error(`curl ended with ${code}`)
}

async function jsonRecords({ client, url }: Target): Promise<Figure> {
  const ours: number[] = []
  const peer: number[] = []
  let bytes = 0
  let records = 0
  for (let round = 0; round < 3; round += 1) {
    ours.push(
      await seconds(async () => {
        const download = await client.exports.all('json', {})
        bytes = download.totalBytes ?? 0
        records = 0
        for await (const batch of download.records()) records += batch.records.length
      }),
    )
    // A program without a streaming reader reads everything into memory and calls JSON.parse once.
    peer.push(
      await seconds(async () => {
        const body = await plainGet(`${url}/export/json`)
        JSON.parse(body.toString('utf8'))
      }),
    )
  }
  const [mine, theirs] = [bytes / 1e6 / best(ours), bytes / 1e6 / best(peer)]
  const peerName = 'node:http and JSON.parse of the whole'
  return figure({ bench: 'client.json-records', ours: mine, peer: theirs, unit: 'MB/s', n: records, peerName })
}

async function smallCalls({ client, url }: Target): Promise<Figure> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: concurrency })
  const ours: number[] = []
  const peer: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await seconds(() => inParallel(() => client.users.get('7'))))
    peer.push(
      await seconds(() =>
        inParallel(async () => {
          JSON.parse((await plainGet(`${url}/users/7`, agent)).toString('utf8'))
        }),
      ),
    )
  }
  agent.destroy()
  const [mine, theirs] = [calls / best(ours), calls / best(peer)]
  return figure({ bench: 'client.calls', ours: mine, peer: theirs, unit: 'calls/s', n: calls, peerName: 'node:http' })
}

async function inParallel(call: () => Promise<unknown>): Promise<void> {
  let left = calls
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      await call()
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}

function plainGet(url: string, agent?: http.Agent): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve(Buffer.concat(chunks)))
      response.on('error', reject)
    })
    request.on('error', reject)
  })
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

function best(times: readonly number[]): number {
  return Math.min(...times)
}
