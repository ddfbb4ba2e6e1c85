import type { Caller } from './caller.ts'
import type { Learned, ServiceClientOptions } from '../options/options.ts'

/** What every resource's operations are built on. */
export type Context = {
  caller: Caller
  options: ServiceClientOptions
  learned(): Learned
  learn(news: Partial<Learned>): void
}
