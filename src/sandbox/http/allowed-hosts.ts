import type { IncomingHttpHeaders } from 'node:http'
import { ServiceError } from './service-error.ts'

const loopback = ['127.0.0.1', 'localhost', '[::1]']

/**
 * The names the sandbox is reached by. A page of another site can lead a name of its own here (DNS rebinding), which its
 * Host gives away; or it calls the address itself, which its Origin gives away.
 */
export class Reach {
  readonly #names: ReadonlySet<string>
  #port = ''

  constructor(names: readonly string[] = []) {
    this.#names = new Set([...loopback, ...names.map((name) => name.toLowerCase())])
  }

  listensOn(port: number): void {
    this.#port = String(port)
  }

  /** On any port, since programs come through tunnels and proxies; on its own alone where `exact`. */
  check({ host = '', origin }: IncomingHttpHeaders, { exact }: { exact: boolean }): void {
    const [, name = '', port = ''] = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(host) ?? []
    if (!this.#names.has(name.toLowerCase()) || (exact && port !== this.#port)) {
      throw new ServiceError(421, 'misdirected', 'This address does not answer for that host. See --host.')
    }
    if (origin !== undefined && origin !== `http://${host}` && !this.#isOwn(origin)) {
      throw new ServiceError(403, 'foreign-origin', 'Pages of other origins may not call the sandbox.')
    }
  }

  #isOwn(origin: string): boolean {
    return [...this.#names].some((name) => origin === `http://${name}:${this.#port}`)
  }
}
