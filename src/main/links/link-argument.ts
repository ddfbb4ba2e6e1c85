import { claimsToBeLink, longestLink } from '#shared/domain/app/mailroom-link.ts'

/**
 * The place where a link begins among the arguments, or where `--` ends the flags. The rest may have been written by a
 * stranger, so no flag is read from there: on Windows, a link containing a quote has ended its own argument
 * (CVE-2018-1000006, https://www.electronjs.org/blog/protocol-handler-fix).
 */
export function endOfFlags(argv: readonly string[]): number {
  const end = argv.findIndex((argument) => argument === '--' || claimsToBeLink(argument))
  return end < 0 ? argv.length : end
}

/**
 * The link that the system started Mailroom with, or null. A link is one argument and the last: if more follow, everything
 * is handed over, so that the link is refused as malformed where the user sees it.
 */
export function linkArgument(given: readonly string[]): string | null {
  const start = endOfFlags(given)
  const rest = given.slice(given[start] === '--' ? start + 1 : start)
  if (!claimsToBeLink(rest[0] ?? '')) return null
  return rest.join(' ').slice(0, longestLink + 1)
}
