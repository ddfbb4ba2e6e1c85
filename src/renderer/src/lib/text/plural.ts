import type { Formats } from './formats.ts'

/** "1 message", "1,204 messages": a count with its word; `many` where an s is not enough. */
export function plural(formats: Pick<Formats, 'number'>, count: number, one: string, many = `${one}s`): string {
  return `${formats.number(count)} ${count === 1 ? one : many}`
}
