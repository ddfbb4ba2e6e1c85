import { msPerDay } from '#shared/domain/base/durations.ts'
import type { Settings } from '../store/types/account-types.ts'
import {
  createAuthority,
  certifiedKey,
  createServerCertificate,
  type CertifiedKey,
  type KeyText,
} from './certificate.ts'

const setting = 'certificate-authority'
const renewedBefore = 30 * msPerDay

/**
 * The sandbox’s certificate authority and its servers’ certificate. Both are created on first use, because most
 * programs use no TLS. A seed does not affect them, because signatures are random anyway. Their validity follows this
 * computer’s clock instead of the sandbox’s, because programs compare it with their own clock.
 */
export class Certificates {
  readonly #settings: Settings
  readonly #names: readonly string[]
  readonly #now: () => number
  #authority: CertifiedKey | undefined
  #server: CertifiedKey | undefined

  constructor(settings: Settings, hosts: readonly string[] = [], now: () => number = Date.now) {
    this.#settings = settings
    this.#names = [...new Set(['localhost', '127.0.0.1', '::1', ...hosts.map((name) => name.toLowerCase())])]
    this.#now = now
  }

  /** The authority’s certificate as PEM, for programs that should trust it. */
  get authority(): string {
    return this.#currentAuthority().certificate
  }

  /**
   * Returns the same object until the certificate is renewed. The certificate is not stored: every start creates one for
   * the current host names, and programs accept it because they trust the authority.
   */
  get server(): CertifiedKey {
    if (this.#server === undefined || this.#expiresSoon(this.#server)) {
      this.#server = createServerCertificate(this.#currentAuthority(), { names: this.#names, now: this.#now() })
    }
    return this.#server
  }

  /** Must be called after the store has been emptied. */
  save(): void {
    if (this.#authority === undefined) return
    const { key, certificate } = this.#authority
    this.#settings.set(setting, JSON.stringify({ key, certificate }))
  }

  #currentAuthority(): CertifiedKey {
    this.#authority ??= this.#stored()
    if (this.#authority === undefined || this.#expiresSoon(this.#authority)) {
      this.#authority = createAuthority(this.#now())
      this.save()
    }
    return this.#authority
  }

  #stored(): CertifiedKey | undefined {
    const text = this.#settings.get(setting)
    return text === null ? undefined : certifiedKey(JSON.parse(text) as KeyText)
  }

  #expiresSoon({ to }: CertifiedKey): boolean {
    return to - this.#now() < renewedBefore
  }
}
