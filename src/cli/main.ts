import { enableCompileCache } from 'node:module'

// Files are for this user alone, even in a folder that others may read.
process.umask(0o077)
// Before anything else is loaded: this halves the time to ready from the second start on.
enableCompileCache()

// A closed terminal or pipe is no reason to stop: the output is only lost.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)

const commands: Readonly<Record<string, () => Promise<(argumentList: string[]) => Promise<number>>>> = {
  serve: async () => (await import('./serve.ts')).serve,
}

const [name = '', ...rest] = process.argv.slice(2)
const load = Object.hasOwn(commands, name) ? commands[name] : undefined
if (load) {
  const run = await load()
  const code = await run(rest)
  process.exitCode = code
  const { leave } = await import('./leave.ts')
  // Fires only if something still keeps the process alive, which is nothing of ours by now.
  setTimeout(() => leave(code), 500).unref()
} else {
  process.stderr.write(`The commands are ${Object.keys(commands).join(', ')}.\n`)
  process.exitCode = 2
}
