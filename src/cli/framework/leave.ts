/**
 * Ends the process whatever its threads are doing. `process.exit` joins them and would be blocked forever by a thread
 * waiting for a keychain that never responds. Only replacing the process with another program ends all threads, with the
 * requested exit code.
 */
export function leave(code: number): never {
  if (process.platform !== 'win32') process.execve?.('/bin/sh', ['sh', '-c', `exit ${code}`])
  process.exit(code)
}
