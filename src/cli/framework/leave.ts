/**
 * Ends the process no matter what its threads are doing. `process.exit` joins them, so it would hang forever if one is
 * waiting for a keychain that never responds. Replacing the process with another program ends all threads at once and
 * still sets the exit code.
 */
export function leave(code: number): never {
  if (process.platform !== 'win32') process.execve?.('/bin/sh', ['sh', '-c', `exit ${code}`])
  process.exit(code)
}
