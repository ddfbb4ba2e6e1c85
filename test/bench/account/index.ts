import type { Print } from '../support/figure.ts'
import { benchDomains } from './domains.ts'

/** What an account's own settings cost to look at. */
export async function run(print: Print): Promise<void> {
  await benchDomains(print)
}
