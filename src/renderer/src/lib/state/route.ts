/** The page’s address. Its path and the view’s own state are both in the hash, so that Back, reload and links work. */
export type Route = { readonly path: string; readonly segments: readonly string[]; readonly query: URLSearchParams }

export function parseHash(hash: string): Route {
  const [rawPath = '', rawQuery = ''] = hash.replace(/^#\/?/, '').split(/\?(.*)/s)
  const segments = rawPath.split('/').filter(Boolean).map(decode)
  return { path: segments[0] ?? '', segments, query: new URLSearchParams(rawQuery) }
}

export function printHash(segments: readonly string[], query?: Readonly<Record<string, string | undefined>>): string {
  const set = Object.entries(query ?? {}).filter((entry): entry is [string, string] => Boolean(entry[1]))
  const search = new URLSearchParams(set).toString()
  return `#/${segments.map(encode).join('/')}${search ? `?${search}` : ''}`
}

/** A lone surrogate, which a service may send, can’t be encoded, so it is replaced with the replacement character. */
function encode(segment: string): string {
  return encodeURIComponent(segment.toWellFormed())
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    // A manually typed hash may contain a lone percent sign.
    return segment
  }
}
