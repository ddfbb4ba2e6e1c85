import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto'
import { isIP, isIPv4 } from 'node:net'
import { msPerDay } from '#shared/domain/base/durations.ts'
import { bits, objectId, octets, sequence, setOf, tagged, taggedBytes, time, trueValue, unsigned, utf8 } from './der.ts'

/** A certificate with its private key, both as PEM. */
export type KeyText = { readonly key: string; readonly certificate: string }
/** `to` is the end of the certificate’s validity, in epoch milliseconds. */
export type CertifiedKey = KeyText & { readonly to: number }

/**
 * Certificates are valid from an earlier time than now, because clocks in containers and on other computers may be
 * slow.
 */
const backdated = msPerDay
const authorityDays = 10 * 365
/** Apple’s systems reject server certificates that are valid for more than 398 days. */
const serverDays = 396

const ecdsaWithSha256 = sequence(objectId('1.2.840.10045.4.3.2'))
const commonName = objectId('2.5.4.3')
const serverAuthentication = objectId('1.3.6.1.5.5.7.3.1')

type CertificateFields = {
  readonly subject: string
  readonly issuer: string
  readonly publicKey: Buffer
  readonly from: number
  readonly to: number
  readonly extensions: readonly Buffer[]
}

/** Creates a self-signed authority. Its name is unique, because a list of trusted authorities may contain several. */
export function createAuthority(now: number): CertifiedKey {
  const { key, publicKey } = createKey()
  const name = `Mailroom sandbox ${randomBytes(4).toString('hex')}`
  const id = keyIdOf(publicKey)
  const fields = {
    subject: name,
    issuer: name,
    publicKey,
    from: now - backdated,
    to: now + authorityDays * msPerDay,
    extensions: [
      // Makes it a certificate authority that can’t create further authorities.
      extension('2.5.29.19', sequence(trueValue, unsigned(Buffer.of(0))), { critical: true }),
      // Allows the authority to sign certificates and revocation lists.
      extension('2.5.29.15', bits(Buffer.of(0b0000_0110), 1), { critical: true }),
      extension('2.5.29.14', octets(id)),
      extension('2.5.29.35', sequence(taggedBytes(0, id))),
    ],
  }
  return certifiedKey({ key, certificate: signed(fields, key) })
}

/** Creates a server certificate for these host names and addresses. */
export function createServerCertificate(
  authority: CertifiedKey,
  { names, now }: { names: readonly string[]; now: number },
): CertifiedKey {
  const { key, publicKey } = createKey()
  const parent = new X509Certificate(authority.certificate)
  const fields = {
    subject: 'localhost',
    issuer: parent.subject.replace(/^CN=/, ''),
    publicKey,
    from: now - backdated,
    to: Math.min(now + serverDays * msPerDay, authority.to),
    extensions: [
      extension('2.5.29.19', sequence(), { critical: true }),
      // Allows the key to sign the handshake.
      extension('2.5.29.15', bits(Buffer.of(0b1000_0000), 7), { critical: true }),
      extension('2.5.29.37', sequence(serverAuthentication)),
      extension('2.5.29.14', octets(keyIdOf(publicKey))),
      extension('2.5.29.35', sequence(taggedBytes(0, keyIdOf(publicKeyOf(authority.key))))),
      extension('2.5.29.17', sequence(...names.map(alternativeName))),
    ],
  }
  return certifiedKey({ key, certificate: signed(fields, authority.key) })
}

export function certifiedKey({ key, certificate }: KeyText): CertifiedKey {
  return { key, certificate, to: new X509Certificate(certificate).validToDate.getTime() }
}

function createKey(): { key: string; publicKey: Buffer } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    publicKey: publicKey.export({ type: 'spki', format: 'der' }),
  }
}

function publicKeyOf(privateKey: string): Buffer {
  return createPublicKey(createPrivateKey(privateKey)).export({ type: 'spki', format: 'der' })
}

/** The digest algorithm does not matter: the id only links a certificate to the key that signed it. */
function keyIdOf(publicKey: Buffer): Buffer {
  return createHash('sha256').update(publicKey).digest().subarray(0, 20)
}

function extension(id: string, value: Buffer, { critical = false } = {}): Buffer {
  return sequence(objectId(id), ...(critical ? [trueValue] : []), octets(value))
}

function alternativeName(name: string): Buffer {
  const address = name.replace(/^\[(.*)\]$/, '$1')
  return isIP(address) === 0 ? taggedBytes(2, Buffer.from(name)) : taggedBytes(7, addressBytes(address))
}

function addressBytes(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number))
  // The URL parser normalises every notation of an IPv6 address to hexadecimal groups.
  const [before = '', after] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const groups = (text: string | undefined): number[] =>
    text ? text.split(':').map((group) => Number.parseInt(group, 16)) : []
  const [first, last] = [groups(before), groups(after)]
  const zeros = Array<number>(8 - first.length - last.length).fill(0)
  return Buffer.from([...first, ...zeros, ...last].flatMap((group) => [group >> 8, group & 0xff]))
}

function nameOf(text: string): Buffer {
  return sequence(setOf(sequence(commonName, utf8(text))))
}

function signed(fields: CertificateFields, key: string): string {
  const content = sequence(
    // Extensions require version 3.
    tagged(0, unsigned(Buffer.of(2))),
    unsigned(randomBytes(16)),
    ecdsaWithSha256,
    nameOf(fields.issuer),
    sequence(time(fields.from), time(fields.to)),
    nameOf(fields.subject),
    fields.publicKey,
    tagged(3, sequence(...fields.extensions)),
  )
  const certificate = sequence(content, ecdsaWithSha256, bits(sign('sha256', content, key)))
  return new X509Certificate(certificate).toString()
}
