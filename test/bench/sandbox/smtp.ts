import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, connect, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createTransport } from 'nodemailer'

const peerVersion = '2.2.1'

export type SmtpTarget = {
  host: string
  port: number
  auth?: { user: string; pass: string }
}

/** Messages a second through a pool of persistent connections. */
export async function messagesPerSecond(target: SmtpTarget, messages: number): Promise<number> {
  const transport = createTransport({
    ...target,
    secure: false,
    ignoreTLS: true,
    pool: true,
    maxConnections: 16,
    maxMessages: Infinity,
  })
  const send = (at: number) =>
    transport.sendMail({
      from: 'shop@sender.example',
      to: `reader${at}@x.example`,
      subject: `Order ${at}`,
      text: `Your order ${at} is on its way.`,
      html: `<p>Your order ${at} is on its way.</p>`,
    })
  await send(0)
  const started = performance.now()
  await Promise.all(Array.from({ length: messages }, (_, at) => send(at)))
  const seconds = (performance.now() - started) / 1000
  transport.close()
  return messages / seconds
}

/** Installs maildev in the given folder; undefined if it cannot be installed or does not start. */
export async function startMaildev(folder: string): Promise<(SmtpTarget & { stop: () => Promise<void> }) | undefined> {
  try {
    const flags = [
      'install',
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      '--prefix',
      folder,
      `maildev@${peerVersion}`,
    ]
    await promisify(execFile)('npm', flags, { timeout: 240_000, cwd: folder })
  } catch {
    return undefined
  }
  const [port, web] = [await freePort(), await freePort()]
  const bin = join(folder, 'node_modules', '.bin', 'maildev')
  const child = spawn(bin, ['--smtp', String(port), '--web', String(web), '--ip', '127.0.0.1', '--silent'], {
    stdio: 'ignore',
    cwd: folder,
  })
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  for (let tries = 0; tries < 100 && child.exitCode === null; tries++) {
    if (await answers(port)) return { host: '127.0.0.1', port, stop }
    await sleep(100)
  }
  await stop()
  return undefined
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('data', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
