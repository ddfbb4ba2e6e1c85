import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSandbox } from '#sandbox/create-sandbox.ts'
import { startTestHost } from '#test/support/browser-host.ts'
import { failed, held, type Verdict } from '../cage/case.ts'
import { cpuSeconds, peakMegabytes } from '../cage/process-usage.ts'

type Listener = {
  readonly port: number
  /** A valid call, which rejects if it gets no response. */
  ask(): Promise<unknown>
  /** What a slow caller sends before it stalls, keyed by the state in which that leaves the connection. */
  readonly beginnings: Readonly<Record<string, string>>
  close(): Promise<void>
}

const connections = 500
/** The time that each listener allows for a head, and for a pause in a body. */
const patience = 1500
const mostMegabytes = 400
const mega = Buffer.alloc(1024 * 1024, 'a')

const openers: Readonly<Record<string, (folder: string) => Promise<Listener>>> = {
  app: openApp,
  sandbox: async () => openSandbox('service'),
  admin: async () => openSandbox('admin'),
  smtp: async () => openSandbox('smtp'),
}

export async function task({ listener, state }: { listener: string; state: string }): Promise<Verdict> {
  const folder = await mkdtemp(join(tmpdir(), 'torture-'))
  const open = await openers[listener]!(join(folder, 'data'))
  try {
    return state === 'large bodies' ? await largeBodies(open) : await standStill(open, open.beginnings[state] ?? '')
  } finally {
    await open.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Many connections stop half-way. The listener has to close all of them and keep serving other callers. */
async function standStill(listener: Listener, beginning: string): Promise<Verdict> {
  const begun = process.cpuUsage()
  const sockets = await Promise.all(Array.from({ length: connections }, () => begin(listener.port, beginning)))
  let open = sockets.length
  const allClosed = Promise.all(sockets.map((socket) => closed(socket).then(() => void (open -= 1))))
  let answers = 0
  const unanswered: string[] = []
  const asking = setInterval(() => {
    listener.ask().then(
      () => (answers += 1),
      (error: unknown) => unanswered.push(String(error)),
    )
  }, 250)
  // Much longer than the listener’s limit, because the machine may be busy.
  await Promise.race([allClosed, new Promise((resolve) => setTimeout(resolve, patience * 16).unref())])
  clearInterval(asking)
  const left = open
  for (const socket of sockets) socket.destroy()
  const measured = { cpuSeconds: cpuSeconds(begun), peakMegabytes: peakMegabytes() }
  const what = `${connections - left} of ${connections} closed, ${answers} calls answered meanwhile`
  if (left > 0) return failed(what, measured)
  if (unanswered.length > 0) return failed(`${what}, ${unanswered.length} not: ${unanswered[0]}`, measured)
  return measured.peakMegabytes > mostMegabytes ? failed(`${what}, too much memory`, measured) : held(what, measured)
}

/** Sixteen callers without credentials, each sending a body of fifty megabytes that never ends. */
async function largeBodies(listener: Listener): Promise<Verdict> {
  const begun = process.cpuUsage()
  const beginning = listener.beginnings['half a body of a stranger']!
  const sockets = await Promise.all(Array.from({ length: 16 }, () => begin(listener.port, beginning)))
  await Promise.all(sockets.map(pour))
  await listener.ask()
  const measured = { cpuSeconds: cpuSeconds(begun), peakMegabytes: peakMegabytes() }
  for (const socket of sockets) socket.destroy()
  const what = '16 bodies of 50 MB, another call answered'
  return measured.peakMegabytes > mostMegabytes ? failed(`${what}, too much memory`, measured) : held(what, measured)
}

async function pour(socket: Socket): Promise<void> {
  for (let sent = 0; sent < 49 && socket.writable; sent++) {
    if (socket.write(mega)) continue
    const gone = new AbortController()
    const pause = setTimeout(() => gone.abort(), patience)
    // A listener that stops reading has refused the body as well.
    const drained = await Promise.race([once(socket, 'drain', gone), closed(socket).then(() => null)]).catch(() => null)
    clearTimeout(pause)
    if (drained === null) return
  }
}

async function begin(port: number, beginning: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.resume()
  await Promise.race([once(socket, 'connect'), closed(socket)]).catch(() => undefined)
  if (beginning !== '' && socket.writable) socket.write(beginning)
  return socket
}

function closed(socket: Socket): Promise<void> {
  if (socket.closed) return Promise.resolve()
  return new Promise((resolve) => void socket.once('close', () => resolve()))
}

function httpBeginnings(path: string, own: Readonly<Record<string, string>>, host: string): Record<string, string> {
  const post = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 50000000\r\n`
  const headers = Object.entries(own).map(([name, value]) => `${name}: ${value}\r\n`)
  return {
    nothing: '',
    'half a request line': 'GET / HT',
    'half the headers': `GET / HTTP/1.1\r\nHost: ${host}\r\nX-A`,
    'half a body': `${post}${headers.join('')}\r\n{"a":`,
    'half a body of a stranger': `${post}\r\n{"a":`,
  }
}

async function openApp(dataFolder: string): Promise<Listener> {
  const limits = {
    headMilliseconds: patience,
    bodyMilliseconds: patience,
    checkMilliseconds: 200,
    connections: connections + 50,
  }
  const host = await startTestHost({ dataFolder, limits })
  return {
    port: host.port,
    ask: () => host.client.invoke('app.info', undefined),
    beginnings: httpBeginnings('/rpc/app.info', host.client.ownHeaders, `127.0.0.1:${host.port}`),
    close: () => host.close(),
  }
}

async function openSandbox(door: 'service' | 'admin' | 'smtp'): Promise<Listener> {
  const limits = {
    headMilliseconds: patience,
    bodyMilliseconds: patience,
    checkMilliseconds: 200,
    smtpIdleMilliseconds: patience,
  }
  const sandbox = await createSandbox({ limits, clock: { running: false }, onError: () => undefined })
  const { host, port } = new URL(sandbox.url)
  const { user, key } = sandbox.credentials
  const ours = { 'X-Service-ApiUser': user, 'X-Service-ApiKey': key }
  const auth = Buffer.from(`\0${user}\0${key}`).toString('base64')
  const mail = `EHLO a\r\nAUTH PLAIN ${auth}\r\nMAIL FROM:<a@a.example>\r\nRCPT TO:<b@b.example>\r\nDATA\r\n`
  return {
    port: door === 'smtp' ? Number(sandbox.smtp!.split(':')[1]) : Number(port),
    ask: () => (door === 'smtp' ? greeting(Number(sandbox.smtp!.split(':')[1])) : status(`http://${host}/livez`)),
    beginnings:
      door === 'smtp'
        ? {
            nothing: '',
            'half a command': 'EHL',
            'half a session': 'EHLO a\r\n',
            'half a mail': `${mail}Subject: a\r\n\r\nText`,
          }
        : door === 'service'
          ? httpBeginnings('/v1/messages/send', ours, host)
          : httpBeginnings('/admin/faults', { 'X-Sandbox-Token': sandbox.adminToken }, host),
    close: () => sandbox.close(),
  }
}

async function greeting(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  const [line] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  if (!line.toString().startsWith('220')) throw new Error(line.toString())
}

function status(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const { hostname, port, pathname } = new URL(url)
    const socket = connect(Number(port), hostname, () => {
      socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: close\r\n\r\n`)
    })
    socket.once('data', (bytes: Buffer) => {
      socket.destroy()
      if (bytes.toString().startsWith('HTTP/1.1 200')) resolve()
      else reject(new Error(bytes.toString().slice(0, 40)))
    })
    socket.once('error', reject)
  })
}
