/**
 * Ends the process whatever its threads are doing. `process.exit` joins them, and a thread that waits for a keychain that
 * never responds blocks it forever; only replacing the process by another program ends them all, with the requested exit
 * code.
 */
export function leave(code: number): never {
  if (process.platform !== 'win32') process.execve?.('/bin/sh', ['sh', '-c', `exit ${code}`])
  process.exit(code)
}
