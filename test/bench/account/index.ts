import type { Print } from '../support/figure.ts'
import { blacklists } from './blacklists.ts'
import { benchDomains } from './domains.ts'
import { benchTemplates } from './templates.ts'

/** Benchmarks of the data an account has beside its messages. */
export async function run(print: Print): Promise<void> {
  await blacklists(print)
  await benchDomains(print)
  benchTemplates(print)
}
