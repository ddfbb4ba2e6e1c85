import { claimsToBeLink, longestLink } from '#shared/domain/app/mailroom-link.ts'

/**
 * Returns the index at which our flags end, which is at a link or at `--`. A stranger may have written what follows, so
 * no flags are read there. On Windows, a quote in a link used to break out of its argument (CVE-2018-1000006,
 * https://www.electronjs.org/blog/protocol-handler-fix).
 */
export function endOfFlags(argv: readonly string[]): number {
  const end = argv.findIndex((argument) => argument === '--' || claimsToBeLink(argument))
  return end < 0 ? argv.length : end
}

/**
 * Returns the link with which the system started Mailroom, or null. A link is a single argument and comes last. If more
 * arguments follow, all of them are passed on, so that the user sees the link refused as malformed.
 */
export function linkArgument(given: readonly string[]): string | null {
  const start = endOfFlags(given)
  const rest = given.slice(given[start] === '--' ? start + 1 : start)
  if (!claimsToBeLink(rest[0] ?? '')) return null
  return rest.join(' ').slice(0, longestLink + 1)
}
