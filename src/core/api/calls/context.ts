import type { Caller } from './caller.ts'
import type { Learned, ServiceClientOptions } from '../options/options.ts'

export type Context = {
  caller: Caller
  options: ServiceClientOptions
  learned(): Learned
  learn(news: Partial<Learned>): void
}
