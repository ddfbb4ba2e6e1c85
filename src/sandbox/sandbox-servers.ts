import type { Server } from 'node:net'
import { Admin } from './admin/admin.ts'
import { defaults, type SandboxOptions } from './base/options.ts'
import { ZoneServer } from './dns/zone-server.ts'
import { AllowedHosts } from './http/allowed-hosts.ts'
import { BodyReceiver } from './http/body-receiver.ts'
import { Budget } from './http/budget.ts'
import { listenOn } from './listen/listen-on.ts'
import { asHost, listenedAddresses, localAddress, reachedAddresses } from './listen/listen-options.ts'
import { addressesOfComputer } from './listen/own-addresses.ts'
import type { SandboxData } from './sandbox-data.ts'
import type { SandboxParts } from './sandbox-parts.ts'
import { HttpServer } from './server/http-server.ts'
import { SmtpServer } from './smtp/smtp-server.ts'
import { Tracking } from './tracking/tracking.ts'
import type { ForkedSandbox } from './snapshots/forks.ts'

export type SandboxServers = {
  base: string
  smtp: string | undefined
  smtpMovedFrom: number | null
  smtps: string | undefined
  addresses: readonly string[]
  dns: string
  close: () => Promise<void>
}

export async function startSandboxServers(
  options: SandboxOptions,
  data: SandboxData,
  parts: SandboxParts<ForkedSandbox>,
): Promise<SandboxServers> {
  const { service, faults, log, control, outbox, forks, onError } = parts
  const limits = { ...defaults.limits, ...options.limits }
  const budget = new Budget(limits.bodyBytes)
  const bodies = new BodyReceiver(budget, limits)
  const listened = listenedAddresses(options.listen)
  const addresses = reachedAddresses(options.listen, addressesOfComputer)
  const allowedHosts = new AllowedHosts([...(options.hosts ?? []), ...addresses.map(asHost)], {
    anyPort: options.listen !== undefined,
  })
  const { certificates } = data
  const http = new HttpServer({
    service,
    faults,
    log,
    bodies,
    allowedHosts,
    certificates,
    limits,
    onError,
    tracking: new Tracking({
      store: data.store,
      clock: data.clock,
      signer: data.signer,
      onEvent: () => outbox.changed(),
    }),
    admin: new Admin({ control, outbox, forks, log, token: data.adminToken, allowedHosts, bodies }),
  })
  const zoneServer = new ZoneServer(() => data.store.domains.list())
  const extra: (() => Promise<void>)[] = []
  const closeExtra = async (): Promise<void> => void (await Promise.all(extra.map((close) => close())))
  const open = async (server: Server, on: number): Promise<number> => {
    const listening = await listenOn(server, listened, on)
    extra.push(listening.close)
    return listening.port
  }
  const close = async (): Promise<void> => void (await Promise.all([closeExtra(), http.close(), zoneServer.close()]))
  try {
    const port = await open(http.server, options.port ?? 0)
    const dns = await zoneServer.listen(localAddress)
    parts.base = `http://${localAddress}:${port}`
    allowedHosts.setPort(port)
    const started = { base: parts.base, addresses, dns }
    if (options.smtp === false) return { ...started, smtp: undefined, smtpMovedFrom: null, smtps: undefined, close }
    const smtp = new SmtpServer({
      ...service,
      log,
      budget,
      limits,
      certificates,
      announcesTls: options.announcesTls ?? false,
    })
    extra.push(() => smtp.close())
    const openSmtp = (on: number): Promise<number> => open(smtp.server, on)
    const smtpPlace =
      typeof options.smtp === 'number'
        ? { port: await openSmtp(options.smtp), movedFrom: null }
        : await data.smtpPort.listen(openSmtp)
    const smtpsPort =
      options.smtpsPort === undefined ? undefined : await open(smtp.createTlsServer(), options.smtpsPort)
    return {
      ...started,
      smtp: `${localAddress}:${smtpPlace.port}`,
      smtpMovedFrom: smtpPlace.movedFrom,
      smtps: smtpsPort === undefined ? undefined : `${localAddress}:${smtpsPort}`,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
