import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { builtCli } from '#test/support/worker-code.ts'

export type Program = {
  child: ChildProcess
  /** From the start of the program to the line that says it is ready. */
  milliseconds: number
  url: string
  user: string
  key: string
  smtp: string
  /** The base URL of the control API. */
  admin: string
  adminToken: string
  stop(): Promise<void>
}

/** Starts a program that prints one JSON line when it is ready. */
export async function startProgram(file: string, flags: readonly string[] = []): Promise<Program> {
  const started = performance.now()
  const child = spawn(process.execPath, [file, ...flags], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(createInterface(child.stdout!), 'line')) as [string]
  const milliseconds = performance.now() - started
  return {
    user: '',
    key: '',
    smtp: '',
    admin: '',
    adminToken: '',
    ...(JSON.parse(line) as { url: string }),
    child,
    milliseconds,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

export const startSandbox = (...flags: string[]): Promise<Program> =>
  startProgram(builtCli, ['sandbox', '--json', ...flags])

/** The program's memory in megabytes; undefined on systems that do not report it. */
export function memoryOf({ child }: Program): number | undefined {
  try {
    const pages = Number(readFileSync(`/proc/${child.pid}/statm`, 'utf8').split(' ')[1])
    return (pages * 4096) / 1e6
  } catch {
    return undefined
  }
}
