import type { CustomScheme, Protocol } from 'electron'
import { strict } from './base/strict.ts'
import { world } from './base/world.ts'

type Handler = Parameters<Protocol['handle']>[1]

class ProtocolStandIn implements Pick<Protocol, 'handle' | 'registerSchemesAsPrivileged'> {
  schemes: CustomScheme[] | null = null
  readonly handlers = new Map<string, Handler>()

  registerSchemesAsPrivileged(schemes: CustomScheme[]): void {
    if (world.ready) world.refuse('registerSchemesAsPrivileged was called after the app was ready')
    if (this.schemes) world.refuse('registerSchemesAsPrivileged was called twice')
    this.schemes = schemes
  }

  handle(scheme: string, handler: Handler): void {
    world.needsReady('protocol.handle')
    const privileges = this.schemes?.find((known) => known.scheme === scheme)?.privileges
    if (!privileges?.standard || !privileges.secure) world.refuse(`${scheme} is no standard, secure scheme`)
    if (this.handlers.has(scheme)) world.refuse(`${scheme} has a handler already`)
    this.handlers.set(scheme, handler)
  }

  async fetch(url: string, method = 'GET'): Promise<Response> {
    const handler = this.handlers.get(new URL(url).protocol.slice(0, -1))
    if (!handler) throw new Error(`ERR_UNKNOWN_URL_SCHEME (-302) loading '${url}'`)
    // Electron passes a different request type; the app uses only what both types share.
    return handler(new Request(url, { method }) as Parameters<Handler>[0])
  }
}

export const protocolStandIn = new ProtocolStandIn()
export const protocol = strict('protocol', protocolStandIn)
