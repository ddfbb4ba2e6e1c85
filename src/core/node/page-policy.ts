import { createHash } from 'node:crypto'
import { contentSecurityPolicy } from '#shared/domain/app/content-security-policy.ts'

/** The policy for a document of the page. The only inline script it allows is the import map added by the build. */
export function policyOfPage(html: string): string {
  const map = /<script type="importmap">(?<map>[^<]*)<\/script>/.exec(html)?.groups?.['map']
  if (map === undefined) return contentSecurityPolicy()
  return contentSecurityPolicy(`sha256-${createHash('sha256').update(map).digest('base64')}`)
}
