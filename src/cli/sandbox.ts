// First, before anything else is loaded.
import './prepare.ts'
import { setFlagsFromString } from 'node:v8'

// Left alone, V8 collects at four times what is alive: rows of a large export pile up to 80 MB of garbage. Measured with
// sends, calls and mail, collecting earlier costs nothing.
setFlagsFromString('--heap-growing-percent=30')
const { FlagError } = await import('./flags.ts')
const { readSandboxFlags, sandboxHelp } = await import('./sandbox-flags.ts')

function say(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** Explains an error in terms of the given flags. */
function sentenceOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const port = error instanceof Error && 'port' in error ? String(error.port) : ''
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Choose another, or leave the flag out for a free one.`
  if (code === 'EACCES') return `This user may not use port ${port}, or not write to the data folder.`
  const path = error instanceof Error && 'path' in error ? String(error.path) : ''
  if (code === 'EEXIST' || code === 'ENOTDIR') return `${path} is no folder: --data needs one.`
  return error instanceof Error ? error.message : String(error)
}

async function main(): Promise<void> {
  const { options, isScenarioGiven, json, help } = readSandboxFlags(process.argv.slice(2))
  if (help) {
    process.stdout.write(sandboxHelp)
    return
  }
  const { createSandbox } = await import('#sandbox/create-sandbox.ts')
  const sandbox = await createSandbox({ ...options, onError: (error) => say(sentenceOf(error)) })
  const { url, smtp, credentials, adminUrl, adminToken } = sandbox
  const { scenario } = sandbox.control.state()
  if (isScenarioGiven && scenario !== options.scenario) {
    say(
      `The folder holds data already (${scenario}): --scenario ${options.scenario} is for new data only and was ignored.`,
    )
  }
  const controls = { admin: adminUrl, adminToken }
  if (json) process.stdout.write(`${JSON.stringify({ ready: 'sandbox', url, ...credentials, smtp, ...controls })}\n`)
  else {
    say(`The sandbox is ready${options.data === undefined ? ', in memory: it ends with this program' : ''}.`)
    say(`  url   ${url}`)
    say(`  user  ${credentials.user}`)
    say(`  key   ${credentials.key}`)
    say(`  smtp  ${smtp ?? 'off'} (same user and key)`)
    say(`  admin ${adminUrl} with the header x-sandbox-token: ${adminToken}`)
  }
  const stop = (): void => {
    for (const signal of signals) process.off(signal, stop)
    void sandbox.close()
  }
  for (const signal of signals) process.on(signal, stop)
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

try {
  await main()
} catch (error) {
  say(sentenceOf(error))
  const isUsage = error instanceof FlagError || (error instanceof Error && 'code' in error)
  process.exitCode = isUsage ? 2 : 1
}
