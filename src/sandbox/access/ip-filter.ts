import { BlockList, isIP } from 'node:net'

/** Converts IPv4 addresses to their usual form, because a dual-stack socket represents them as `::ffff:127.0.0.1`. */
export function plainIp(ip: string): string {
  return ip.startsWith('::ffff:') ? ip.slice(7) : ip
}

export function isAllowedIp(ip: string, allowed: readonly string[]): boolean {
  const address = plainIp(ip)
  const list = new BlockList()
  for (const entry of allowed) {
    const [net = '', bits] = entry.split('/')
    const family = isIP(net)
    if (family === 0) continue
    const name = family === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(net, name)
    else list.addSubnet(net, Number(bits), name)
  }
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** Whether the text is an address or a subnet: `10.0.0.1`, `10.0.0.0/8` or their IPv6 forms. */
export function isIpOrSubnet(text: string): boolean {
  const [net = '', bits, ...rest] = text.split('/')
  const family = isIP(net)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32))
}
