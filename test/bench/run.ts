// `npm run bench -- NAME… [--large]` runs the named groups, or all of them, each in a separate process so that they
// do not affect each other. stdout contains only their JSON lines. A group is a folder here with an `index.ts` that
// exports `run(print)`.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const groupProgram = fileURLToPath(new URL('run-group.ts', import.meta.url))
const groups = readdirSync(new URL('.', import.meta.url)).filter((name) =>
  existsSync(new URL(`${name}/index.ts`, import.meta.url)),
)

const flags = process.argv.slice(2).filter((argument) => argument.startsWith('--'))
const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const unknown = named.filter((name) => !groups.includes(name))
if (unknown.length > 0) {
  process.stderr.write(`There is no bench ${unknown.join(', ')}. There are ${groups.join(', ')}.\n`)
  process.exit(2)
}

for (const name of named.length > 0 ? named : groups) {
  process.stderr.write(`${name} …\n`)
  const [code] = (await once(fork(groupProgram, [name, ...flags]), 'exit')) as [number | null]
  if (code !== 0) process.exit(code ?? 1)
}
