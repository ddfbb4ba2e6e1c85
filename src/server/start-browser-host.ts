import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createApp, type App } from '#core/create-app.ts'
import { openGuests } from '#core/guests/index.ts'
import { lockDataFolder, openLogger, systemClock, type DataLock } from '#core/node/index.ts'
import type { Clock, Ports, SecretStore } from '#core/base/ports.ts'
import { AppError } from '#shared/contract/base/error.ts'
import { appIcon, browserPorts, rendererFolder } from './browser-ports.ts'
import { Connections, type ConnectionLimits } from './requests/connections.ts'
import { Downloads } from './requests/downloads.ts'
import { EventStreams } from './requests/event-stream.ts'
import { Links } from './access/links.ts'
import { createRequestListener, type PageSource } from './requests/request-listener.ts'
import { portOfPages, ReturningPages } from './access/returning-pages.ts'
import { Sessions } from './access/sessions.ts'
import { firstReplies } from './requests/rpc.ts'
import { StaticPages } from './requests/static-pages.ts'
import { removeUploads, Uploads } from './requests/uploads.ts'

export type BrowserHostOptions = {
  dataFolder: string
  /** The data folder’s lock, if the caller already holds it. */
  lock?: DataLock
  secrets: SecretStore
  /** 0 for the port of the last run, or a free port. */
  port?: number
  clock?: Clock
  open?: (url: string) => Promise<boolean>
  /** Replaces the built page with a development server. */
  page?: (server: Server) => Promise<PageSource>
  limits?: Partial<Limits>
  /** For tests: replaces ports, so that a browser page has features of the desktop app. */
  ports?: (ports: Ports) => Ports
}

/** Limits per connection and for all connections together. */
type Limits = ConnectionLimits & {
  /** Time allowed for a request head to arrive completely, including the first one on a connection. */
  headMilliseconds: number
  /** How often the time limit for heads is checked. */
  checkMilliseconds: number
  /** How long a body may pause. */
  bodyMilliseconds: number
}

const defaultLimits: Limits = {
  headMilliseconds: 20_000,
  checkMilliseconds: 5_000,
  bodyMilliseconds: 20_000,
  connections: 16_384,
  headBytes: 8 * 1024 * 1024,
}

export type BrowserHost = {
  readonly app: App
  readonly port: number
  readonly origin: string
  /** Creates a new link that opens the page once. */
  newLink(): string
  /**
   * Returns the address of a file that redirects a browser to such a link for half a minute. `isOpened` resolves to whether
   * the link was used.
   */
  newLinkFile(): { url: string; isOpened: Promise<boolean> }
  close(): Promise<void>
}

const address = '127.0.0.1'
export const hostName = 'browser host'

export async function startBrowserHost(options: BrowserHostOptions): Promise<BrowserHost> {
  const { dataFolder, clock = systemClock, ports = (usual) => usual } = options
  const lock = options.lock ?? lockDataFolder(dataFolder, { pid: process.pid, host: hostName, socket: null })
  const logger = openLogger(join(dataFolder, 'logs'))
  const limits = { ...defaultLimits, ...options.limits }
  const server = openServer(limits)
  const connections = new Connections(server, limits)
  // The port is opened before the app is ready. Requests that arrive in between, for example from a page that
  // reconnects, wait.
  const answering = Promise.withResolvers<RequestListener>()
  const answer: RequestListener = (request, response) =>
    void answering.promise.then((listener) => listener(request, response))
  server.on('request', answer)
  // `100 Continue` is sent only after the guard and the size check. By default, Node sends it as soon as it has the
  // headers.
  server.on('checkContinue', answer)
  // Closed in this order, both after a failed start and when the host closes.
  const endings: (() => unknown)[] = [() => logger.close(), () => lock.release()]
  const close = async () => {
    for (const end of endings.splice(0)) await end()
  }
  try {
    if (options.port) await listen(server, options.port)
    else await listenAsBefore(server, dataFolder)
    endings.unshift(() => closeServer(server))
    await removeUploads(dataFolder)
    const { port } = server.address() as AddressInfo
    const origin = `http://${address}:${port}`
    const sessions = new Sessions(clock)
    const links = new Links({ origin, dataFolder, sessions })
    const built = options.page ? null : new StaticPages(rendererFolder, appIcon)
    const page = built ?? (await options.page!(server))
    const build = () => built?.build() ?? ''
    const pages = new ReturningPages({ dataFolder, port, build, clock, logger })
    const { bodyMilliseconds } = limits
    // Comes last, because the rest of the app starts loading in the next turn, and the link should be visible before
    // that.
    const app = await createApp(ports(browserPorts({ ...options, logger })))
    const show = (kind: 'link' | 'file') =>
      ({ how: 'link', url: kind === 'file' ? links.newFile().url : links.new() }) as const
    const guests = openGuests({ app, data: dataFolder, lock, logger, show })
    endings.splice(
      1,
      0,
      () => app.close(),
      async () => (await guests)?.close(),
      () => removeUploads(dataFolder),
    )
    // Makes the page’s first calls once in advance, because their schemas are built on first use. This takes less time
    // than a browser needs to start.
    void app.handlers.then(
      () => firstReplies(app),
      () => undefined,
    )
    const uploads = new Uploads(app, dataFolder)
    const events = new EventStreams(app)
    endings.unshift(() => events.close())
    const downloads = new Downloads(app, clock)
    endings.unshift(async () => {
      ;(await guests)?.stop()
      for (const holder of [links, downloads, sessions, pages]) holder.close()
    })
    const ways = { sessions, pages, connections, bodyMilliseconds }
    answering.resolve(createRequestListener({ app, port, ...ways, events, uploads, downloads, page, clock, logger }))
    logger.log('info', 'started', { host: hostName, port })
    return { app, port, origin, newLink: () => links.new(), newLinkFile: () => links.newFile(), close }
  } catch (thrown) {
    answering.resolve((_request, response) => void response.destroy())
    await close()
    throw thrown
  }
}

function openServer({ headMilliseconds, checkMilliseconds }: Limits): Server {
  return createServer({
    // Must be set, because uploads need requests without a time limit, and without that limit Node would not limit the
    // time for headers either.
    headersTimeout: headMilliseconds,
    requestTimeout: 0,
    connectionsCheckingInterval: checkMilliseconds,
    // Longer than browsers keep idle connections, so that no call is sent on a connection that is just being closed.
    keepAliveTimeout: 310_000,
    // Any listener on 127.0.0.1 may set cookies, and the browser sends them to all listeners there: up to 180 cookies of 4
    // KB each.
    maxHeaderSize: 1024 * 1024,
  })
}

/** Listens on the port of the last run, where its pages are waiting, or on a free port if that port is taken. */
async function listenAsBefore(server: Server, dataFolder: string): Promise<void> {
  const port = await portOfPages(dataFolder)
  await listen(server, port).catch((thrown: unknown) => {
    if (port === 0) throw thrown
    return listen(server, 0)
  })
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, address)
  try {
    await once(server, 'listening')
  } catch (thrown) {
    throw portError(thrown as NodeJS.ErrnoException, port)
  }
}

function portError(error: NodeJS.ErrnoException, port: number): unknown {
  if (error.code === 'EADDRINUSE') {
    return new AppError('port-in-use', `Port ${port} is in use by another program. Choose another with --port.`)
  }
  if (error.code === 'EACCES') {
    return new AppError(
      'port-refused',
      `You don’t have permission to use port ${port}. Choose one above 1023 with --port.`,
    )
  }
  return error
}

/** Running calls get a moment to finish. A page that is still connected does not keep the app from closing. */
async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  const idle = setInterval(() => server.closeIdleConnections(), 20)
  const cut = setTimeout(() => server.closeAllConnections(), 1000)
  await closed
  clearInterval(idle)
  clearTimeout(cut)
}
