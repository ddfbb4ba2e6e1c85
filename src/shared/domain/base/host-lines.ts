/**
 * Whether a request names more than one host. Node keeps the first and a proxy may have checked the last, so RFC 9112 (3.2)
 * requires such a request to be refused. `rawHeaders` contains alternating names and values.
 */
export function namesTwoHosts(rawHeaders: readonly string[]): boolean {
  let isNamed = false
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!
    if (name.length !== 4 || name.toLowerCase() !== 'host') continue
    if (isNamed) return true
    isNamed = true
  }
  return false
}
