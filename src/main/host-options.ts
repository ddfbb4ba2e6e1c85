import { resolve } from 'node:path'

export type HostOptions = {
  /** Null: the platform's own place. */
  readonly data: string | null
}

/**
 * Reads our flags out of a command line that Electron and Chromium share: theirs are passed over, never refused.
 * A relative folder is relative to where the command was typed.
 */
export function hostOptions(argv: readonly string[], cwd: string): HostOptions {
  let data: string | null = null
  argv.forEach((argument, index) => {
    const value = argument === '--data' ? argv[index + 1] : /^--data=(.*)$/s.exec(argument)?.[1]
    if (value !== undefined && value !== '' && !value.startsWith('--')) data = resolve(cwd, value)
  })
  return { data }
}
