import { fork, type ChildProcess } from 'node:child_process'
import type { ForkOptions, UtilityProcess as RealUtilityProcess, utilityProcess as realUtilityProcess } from 'electron'
import { strict, StrictEmitter } from './base/strict.ts'
import { world } from './base/world.ts'

export const utilityProcessEvents = ['spawn', 'message', 'exit']

/** A real child process, whose `process.parentPort` works as in Electron. */
class UtilityProcessStandIn extends StrictEmitter implements Pick<RealUtilityProcess, 'postMessage' | 'kill'> {
  readonly #child: ChildProcess

  constructor(modulePath: string, { stdio = 'inherit' }: ForkOptions) {
    super('UtilityProcess', utilityProcessEvents)
    const output = typeof stdio === 'string' ? (stdio as 'ignore' | 'inherit') : 'inherit'
    this.#child = fork(modulePath, [], {
      execArgv: ['--import', new URL('./parent-port.ts', import.meta.url).href],
      stdio: ['ignore', output, output, 'ipc'],
    })
    this.#child.on('spawn', () => this.emit('spawn'))
    this.#child.on('message', (message) => this.emit('message', message))
    this.#child.on('exit', (code) => this.emit('exit', code ?? 1))
  }

  postMessage(message: unknown): void {
    this.#child.send(message as object, () => undefined)
  }

  kill(): boolean {
    return this.#child.kill()
  }
}

export const utilityProcess = strict('utilityProcess', {
  fork(modulePath: string, args: string[] = [], options: ForkOptions = {}) {
    world.needsReady('utilityProcess.fork')
    // Every program of this user can read the arguments and environment of a process.
    if (args.length > 0 || options.env) world.refuse('a utility process was given arguments or an environment')
    return strict('UtilityProcess', new UtilityProcessStandIn(modulePath, options))
  },
} satisfies Record<keyof Pick<typeof realUtilityProcess, 'fork'>, unknown>)
