// `run-group.ts NAME FLAGS…`, started by run.ts: runs one group of benchmarks. Groups read flags such as --large
// themselves.
import type { Print } from './support/figure.ts'

const [name = ''] = process.argv.slice(2)
// The group ends with the process that started it, even if that is killed.
process.once('disconnect', () => process.exit(1))

const { run } = (await import(`./${name}/index.ts`)) as { run: (print: Print) => Promise<void> }
await run((line) => process.stdout.write(`${JSON.stringify(line)}\n`))
// A connection that a group left open must not keep this process alive.
process.exit(0)
