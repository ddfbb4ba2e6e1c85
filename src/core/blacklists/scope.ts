import type { BlacklistScope } from '#shared/contract/blacklists.ts'
import type { Scope } from './store/list-copy.ts'

export function scopeOf({ text, list, reason, domain, from, to, other, grouped }: BlacklistScope): Scope {
  return { text: text.trim(), list, reason, domain, from, to, other, grouped }
}
