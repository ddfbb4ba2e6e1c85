import { resolve } from 'node:path'

export type HostOptions = {
  /** Null: the platform's own place. */
  readonly data: string | null
  /** The scenario of the sandbox account to open with. */
  readonly sandbox: string | null
  /** `memory` keeps keys for this run only: for tests, and where no keychain should be touched. */
  readonly secrets: 'keychain' | 'memory'
}

/**
 * Reads our flags out of a command line that Electron and Chromium share: theirs are passed over, never refused.
 * A relative folder is relative to where the command was typed.
 */
export function hostOptions(argv: readonly string[], cwd: string): HostOptions {
  const data = flag(argv, 'data')
  return {
    data: data === null ? null : resolve(cwd, data),
    sandbox: flag(argv, 'sandbox'),
    secrets: flag(argv, 'secrets') === 'memory' ? 'memory' : 'keychain',
  }
}

/** `--name value` or `--name=value`; the last one counts. */
function flag(argv: readonly string[], name: string): string | null {
  const values = argv.flatMap((argument, index) => {
    if (argument === `--${name}`) return [argv[index + 1] ?? '']
    return argument.startsWith(`--${name}=`) ? [argument.slice(name.length + 3)] : []
  })
  return values.findLast((value) => value !== '' && !value.startsWith('--')) ?? null
}
