import { readFileSync } from 'node:fs'
import { programRoot } from '#core/node/index.ts'

/** That of package.json, which the packaged program has, too. */
export function programVersion(): string {
  const file = new URL('package.json', programRoot(import.meta.url))
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}
