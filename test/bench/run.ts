// `npm run bench -- NAME… [--large]`: runs the named groups, or all of them. A group is a folder here with an
// `index.ts` that exports `run(print)`; stdout holds its JSON lines and nothing else.
import { readdirSync } from 'node:fs'
import type { Print } from './support/figure.ts'

const groups = readdirSync(new URL('.', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'support')
  .map(({ name }) => name)

// Ten million records take minutes: the groups that have them look for the flag.
const named = process.argv.slice(2).filter((name) => name !== '--large')
const unknown = named.filter((name) => !groups.includes(name))
if (unknown.length > 0) {
  process.stderr.write(`There is no bench ${unknown.join(', ')}. There are ${groups.join(', ')}.\n`)
  process.exit(2)
}

for (const name of named.length > 0 ? named : groups) {
  process.stderr.write(`${name} …\n`)
  const { run } = (await import(`./${name}/index.ts`)) as { run: (print: Print) => Promise<void> }
  await run((line) => process.stdout.write(`${JSON.stringify(line)}\n`))
}
// A connection that a group kept open must not hold the run.
process.exit(0)
