/** Whether a release is newer than the running version, which may be a candidate such as `1.2.0-beta.1`. */
export function isNewerVersion(release: string, running: string): boolean {
  const [core = '', candidate] = running.split(/-(.*)/s)
  const [there, here] = [release, core].map((version) => version.split('.').map(Number))
  for (const index of [0, 1, 2]) {
    const difference = (there?.[index] ?? 0) - (here?.[index] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return candidate !== undefined
}
