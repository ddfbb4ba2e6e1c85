import { readFileSync } from 'node:fs'
import { programRoot } from '#core/node/index.ts'

/** The version in package.json, which the packaged program also contains. */
export function programVersion(): string {
  const file = new URL('package.json', programRoot(import.meta.url))
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}
