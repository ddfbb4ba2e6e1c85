import type { IncomingHttpHeaders } from 'node:http'
import { ServiceError } from './service-error.ts'

const loopback = ['127.0.0.1', 'localhost', '[::1]']

/**
 * The host names that the sandbox accepts. A page of another site could point its own name at this address (DNS
 * rebinding): the Host header then contains that name. If the page calls the address directly, the Origin header
 * contains its site.
 */
export class AllowedHosts {
  readonly #names: ReadonlySet<string>
  readonly #anyPort: boolean
  #port = ''

  /** `anyPort` makes the controls accept any port, because a container’s port may be mapped to another one. */
  constructor(names: readonly string[] = [], { anyPort = false }: { anyPort?: boolean } = {}) {
    this.#anyPort = anyPort
    this.#names = new Set([...loopback, ...names.map((name) => name.toLowerCase())])
  }

  /** Must be called once the server listens, because the port is not known before. */
  setPort(port: number): void {
    this.#port = String(port)
  }

  /**
   * Throws if the call’s host or origin is not accepted. Any port is accepted, because programs connect through tunnels
   * and proxies. With `exact`, only the sandbox’s own port is.
   */
  check({ host = '', origin }: IncomingHttpHeaders, { exact }: { exact: boolean }): void {
    const [, name = '', port = ''] = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(host) ?? []
    if (!this.#names.has(name.toLowerCase()) || (exact && !this.#anyPort && port !== this.#port)) {
      throw new ServiceError(
        421,
        'misdirected',
        'The sandbox doesn’t accept this host and port. To accept a host, start the sandbox with --host NAME.',
      )
    }
    if (origin !== undefined && !this.#isOwn(origin, host)) {
      throw new ServiceError(403, 'foreign-origin', 'Pages from other origins can’t call the sandbox.')
    }
  }

  #isOwn(origin: string, host: string): boolean {
    const [, own] = /^https?:\/\/(.*)$/.exec(origin) ?? []
    return own === host || [...this.#names].some((name) => own === `${name}:${this.#port}`)
  }
}
