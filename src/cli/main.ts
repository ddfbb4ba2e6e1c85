// First, before anything else is loaded.
import './prepare.ts'

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
