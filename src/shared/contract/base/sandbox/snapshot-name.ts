export const longestSnapshotName = 100

/** A snapshot’s name must be a valid file name on every system, and must never be a path. */
export const snapshotNamePattern = /^[a-z0-9][a-z0-9._-]{0,99}$/i

export const snapshotNameRule =
  'Letters a to z, digits, dots, hyphens and underscores. The first is a letter or a digit.'

export function snapshotNameProblem(name: string): string | undefined {
  if (name === '') return 'Enter a name.'
  return snapshotNamePattern.test(name) ? undefined : 'Use only the characters listed here.'
}
