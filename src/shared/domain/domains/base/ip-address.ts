export function isIpv4(text: string): boolean {
  const parts = text.split('.')
  return parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256)
}

export function isIpv6(text: string): boolean {
  if (text.length > 45) return false
  const halves = text.split('::')
  if (halves.length > 2) return false
  let groups = 0
  for (const [at, half] of halves.entries()) {
    if (half === '') continue
    const parts = half.split(':')
    const isLast = at === halves.length - 1
    const tail = isLast && isIpv4(parts.at(-1)!) ? 1 : 0
    if (!parts.slice(0, parts.length - tail).every((part) => /^[\da-f]{1,4}$/i.test(part))) return false
    groups += parts.length + tail
  }
  return halves.length === 2 ? groups < 8 : groups === 8
}

/** For example `192.0.2.53`, `192.0.2.53:5353` or `[2001:db8::53]:5353`. */
export function isServerAddress(text: string): boolean {
  const trimmed = text.trim()
  if (isIpv4(trimmed) || isIpv6(trimmed)) return true
  const at = trimmed.lastIndexOf(':')
  const [host, port] = [trimmed.slice(0, at), Number(trimmed.slice(at + 1))]
  if (at < 0 || !Number.isInteger(port) || port < 1 || port > 65_535) return false
  return host.startsWith('[') && host.endsWith(']') ? isIpv6(host.slice(1, -1)) : isIpv4(host)
}
