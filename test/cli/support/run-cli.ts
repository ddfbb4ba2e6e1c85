import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

export const cliProgram = fileURLToPath(new URL('../../../src/cli/main.ts', import.meta.url))

type Options = { readonly env?: NodeJS.ProcessEnv; readonly input?: string; readonly program?: string }

export type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string }

type Started = { readonly process: ChildProcess; readonly ended: Promise<Ended> }

/** The command line in a process of its own, without a terminal. */
export function startCli(args: readonly string[], { env, input, program = cliProgram }: Options = {}): Started {
  const { MAILROOM_DATA: _data, MAILROOM_KEY: _key, INIT_CWD: _folder, ...clean } = process.env
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...clean, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const ended = Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]).then(
    ([[code], stdout, stderr]) => ({ code: code as number | null, stdout, stderr }),
  )
  return { process: child, ended }
}

export function runCli(args: readonly string[], options?: Options): Promise<Ended> {
  return startCli(args, options).ended
}
