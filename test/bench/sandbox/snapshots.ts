import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ServiceClient } from '#test/sandbox/support/service-client.ts'
import { figure, median, type Print } from '../support/figure.ts'
import { sendBody } from './load.ts'
import { memoryOf, startProgram, startSandbox, type Program } from './program.ts'

const forks = 100
const rounds = 7
const messages = 50_000

/** Measures restoring and forking 50,000 messages, and waiting for a message. */
export async function snapshots(
  folder: string,
  { peerProgram, print }: { peerProgram: string; print: Print },
): Promise<void> {
  const sandbox = await startSandbox('--scenario', 'demo', '--data', join(folder, 'data'))
  const controls = controlsOf(sandbox)
  try {
    await controls('PUT', '/snapshots/base', {})
    await restores(folder, { controls, print })
    await waits(sandbox, { peerProgram, print })
    await forking({ sandbox, controls, peerProgram, print })
  } finally {
    await sandbox.stop()
  }
}

type Controls = (method: string, path: string, body?: object) => Promise<unknown>

async function restores(folder: string, { controls, print }: { controls: Controls; print: Print }): Promise<void> {
  const database = join(folder, 'data', 'sandbox.sqlite')
  const ours: number[] = []
  const peers: number[] = []
  for (let round = 0; round < rounds; round++) {
    ours.push(await timed(() => controls('POST', '/snapshots/base/restore', {})))
    peers.push(await timed(() => copyFile(database, join(folder, 'copy.sqlite'))))
  }
  const given = { unit: 'ms', n: messages, peerName: 'a copy of the database file' }
  print(figure({ bench: 'sandbox.restore', ours: median(ours), peer: median(peers), ...given }))
}

/** Measures from the response to the send until the response to the wait, which was started first. */
async function waits(sandbox: Program, { peerProgram, print }: { peerProgram: string; print: Print }): Promise<void> {
  const controls = controlsOf(sandbox)
  const client = new ServiceClient(sandbox.url, sandbox)
  const peer = await startProgram(peerProgram)
  const bare = new ServiceClient(peer.url, { user: '', key: '' })
  const ours: number[] = []
  const peers: number[] = []
  for (let round = 0; round < 50; round++) {
    const to = `waited${round}@shop.example`
    const waiting = controls('GET', `/outbox?to=${to}&wait=10000`)
    const body = { ...(JSON.parse(sendBody(1)) as object), to: [{ address: to }] }
    await client.post('/messages/send', body)
    ours.push(await timed(() => waiting))
    peers.push(await timed(() => bare.post('/messages/send', body)))
  }
  client.close()
  bare.close()
  await peer.stop()
  const given = { unit: 'ms', n: ours.length, peerName: 'a call of bare node:http' }
  print(figure({ bench: 'sandbox.wait', ours: median(ours), peer: median(peers), ...given }))
}

type Forking = { sandbox: Program; controls: Controls; peerProgram: string; print: Print }

async function forking({ sandbox, controls, peerProgram, print }: Forking): Promise<void> {
  const ours: number[] = []
  for (let round = 0; round < forks; round++) {
    ours.push(await timed(() => controls('POST', '/forks', { snapshot: 'base' })))
  }
  const peers: number[] = []
  for (let round = 0; round < rounds; round++) {
    const peer = await startProgram(peerProgram)
    peers.push(peer.milliseconds)
    await peer.stop()
  }
  const given = { unit: 'ms', n: forks, peerName: 'a start of bare node:http' }
  print(figure({ bench: 'sandbox.fork', ours: median(ours), peer: median(peers), ...given }))
  const memory = memoryOf(sandbox)
  if (memory !== undefined) {
    print(
      figure({ bench: 'sandbox.fork-memory', ours: memory, peer: 600, unit: 'MB', n: forks, peerName: 'the limit' }),
    )
  }
}

function controlsOf({ admin, adminToken }: Program): Controls {
  const headers = { 'x-sandbox-token': adminToken }
  return async (method, path, body) => {
    const client = new ServiceClient(admin, { user: '', key: '' })
    const { status, json } = await client.call({ method, path, body, headers })
    client.close()
    if (status !== 200) throw new Error(`${method} ${path} returned status ${status}.`)
    return json
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}
