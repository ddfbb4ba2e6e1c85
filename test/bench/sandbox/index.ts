import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { figure, median, type Print } from '../support/figure.ts'
import { callsPerSecond, sendBody } from './load.ts'
import { startProgram, startSandbox } from './program.ts'
import { reading } from './reading.ts'
import { messagesPerSecond, startMaildev } from './smtp.ts'
import { snapshots } from './snapshots.ts'
import { suite } from './suite.ts'
import { webhookCalls } from './webhooks.ts'

const peerProgram = fileURLToPath(new URL('peer.mjs', import.meta.url))

/** The sandbox as users run it: a separate program with its data on disk, called over HTTP and SMTP. */
export async function run(print: Print, seed = 'million'): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'mailroom-bench-'))
  try {
    await ready(join(folder, 'ready'), print)
    await sends(join(folder, 'sends'), print)
    await smtp(folder, print)
    await snapshots(join(folder, 'snapshots'), { peerProgram, print })
    await suite(join(folder, 'suite'), print)
    await webhookCalls(join(folder, 'webhooks'), print)
    await reading(join(folder, 'reading'), seed, print)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** From the start to the line that says it is ready, with new data each time. */
async function ready(folder: string, print: Print): Promise<void> {
  const ours: number[] = []
  const peers: number[] = []
  for (let round = 0; round < 7; round++) {
    const sandbox = await startSandbox('--data', join(folder, String(round)))
    ours.push(sandbox.milliseconds)
    await sandbox.stop()
    const peer = await startProgram(peerProgram)
    peers.push(peer.milliseconds)
    await peer.stop()
  }
  const given = { ours: median(ours), peer: median(peers), unit: 'ms', n: ours.length }
  print(figure({ bench: 'sandbox.ready', ...given, peerName: 'bare node:http' }))
}

async function sends(folder: string, print: Print): Promise<void> {
  const sandbox = await startSandbox('--data', folder)
  const peer = await startProgram(peerProgram)
  const peerName = 'bare node:http, kept in memory'
  const single = { calls: 8000, connections: 64 }
  const warm = { calls: 1000, connections: 64 }
  for (const program of [sandbox, peer]) await callsPerSecond(program, sendBody(1), warm)
  const calls = await callsPerSecond(sandbox, sendBody(1), single)
  const peerCalls = await callsPerSecond(peer, sendBody(1), single)
  print(figure({ bench: 'sandbox.calls', ours: calls, peer: peerCalls, unit: 'calls/s', n: single.calls, peerName }))
  const recipients = 100
  const batch = { calls: 500, connections: 16 }
  const batches = await callsPerSecond(sandbox, sendBody(recipients), batch)
  const peerBatches = await callsPerSecond(peer, sendBody(recipients), batch)
  const given = { ours: batches * recipients, peer: peerBatches * recipients, n: batch.calls * recipients }
  print(figure({ bench: 'sandbox.sends', ...given, unit: 'sends/s', peerName }))
  await Promise.all([sandbox.stop(), peer.stop()])
}

/**
 * Many short turns, each after a warm-up: the client slows down with every message, regardless of the server, and other
 * load on the machine affects both sides. The sandbox finishes its background work between turns, so that it does not
 * slow the peer.
 */
async function smtp(folder: string, print: Print): Promise<void> {
  const messages = 1000
  const rest = 1500
  const peerFolder = join(folder, 'maildev')
  await mkdir(peerFolder)
  const maildev = await startMaildev(peerFolder)
  const sandbox = await startSandbox('--data', join(folder, 'smtp'))
  const [host = '', port] = sandbox.smtp.split(':')
  const target = { host, port: Number(port), auth: { user: sandbox.user, pass: sandbox.key } }
  const ours: number[] = []
  const peers: number[] = []
  for (let round = 0; round < 8; round++) {
    const own = await messagesPerSecond(target, messages)
    await sleep(rest)
    const other = maildev === undefined ? NaN : await messagesPerSecond(maildev, messages)
    if (round === 0) continue
    ours.push(own)
    peers.push(other)
  }
  await sandbox.stop()
  await maildev?.stop()
  // If the peer could not be installed, the ratio is null.
  const peerName = maildev === undefined ? 'maildev (could not be installed)' : 'maildev'
  const given = { ours: median(ours), peer: median(peers), unit: 'messages/s', n: messages * ours.length }
  print(figure({ bench: 'sandbox.smtp', ...given, peerName }))
}
