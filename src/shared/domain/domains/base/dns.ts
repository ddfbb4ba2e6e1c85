export type DnsType = 'A' | 'AAAA' | 'CNAME' | 'MX' | 'NS' | 'TXT'

/** Why a server did not report whether a record exists. None of these failures means that the record is missing. */
export type DnsFailure = 'timeout' | 'unreachable' | 'refused' | 'server-failure' | 'cname-loop' | 'unreadable'

export type DnsAnswer =
  | {
      readonly kind: 'found'
      /**
       * In the order in which the server returned them. The strings of a TXT record are joined, as all programs that
       * read such records do.
       */
      readonly values: readonly string[]
      /** Each value’s strings as published. */
      readonly strings: readonly (readonly string[])[]
      /** How many more seconds resolvers may return this response from their caches. */
      readonly ttl: number
      /** The names to which CNAME records pointed along the way. */
      readonly via: readonly string[]
    }
  | {
      readonly kind: 'absent'
      /** `no-name`: nothing exists at this name. `no-data`: the name exists but has no record of this type. */
      readonly why: 'no-name' | 'no-data'
      readonly ttl: number | null
    }
  | { readonly kind: 'failed'; readonly why: DnsFailure }

export type Lookup = (name: string, type: DnsType) => Promise<DnsAnswer>

export const failureText: Readonly<Record<DnsFailure, string>> = {
  timeout: 'did not respond in time',
  unreachable: 'could not be reached',
  refused: 'refused the query',
  'server-failure': 'reported an internal failure',
  'cname-loop': 'found CNAME records that form a loop',
  unreadable: 'sent a response that can’t be read',
}
