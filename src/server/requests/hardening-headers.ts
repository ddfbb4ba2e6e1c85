import type { ServerResponse } from 'node:http'
import { contentSecurityPolicy } from '#shared/domain/app/content-security-policy.ts'

const headers: readonly (readonly [string, string])[] = [
  ['Content-Security-Policy', contentSecurityPolicy()],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  ['Referrer-Policy', 'no-referrer'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Origin-Agent-Cluster', '?1'],
  ['Permissions-Policy', 'camera=(), microphone=(), geolocation=(), usb=(), serial=(), hid=(), payment=()'],
  // Responses that are not explicitly cacheable contain user data.
  ['Cache-Control', 'no-store'],
]

/** Set on every response, including refusals. */
export function setHardeningHeaders(response: ServerResponse): void {
  for (const [name, value] of headers) response.setHeader(name, value)
}
