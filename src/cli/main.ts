import { enableCompileCache } from 'node:module'

// What is written is for this user alone, in a folder that others may read, too.
process.umask(0o077)
// Before anything else is loaded: it halves the time to ready from the second start on.
enableCompileCache()

// A terminal that was closed, or a pipe whose reader left: nobody hears what is said, which is no reason to stop.
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
  // Fires only where something still holds the process, which is nothing of ours by now.
  setTimeout(() => leave(code), 500).unref()
} else {
  process.stderr.write(`Mailroom knows the commands ${Object.keys(commands).join(', ')}.\n`)
  process.exitCode = 2
}
