export const longestSnapshotName = 100

/** A snapshot’s name must be a valid file name on every system, and must never be a path. */
export const snapshotNamePattern = /^[a-z0-9][a-z0-9._-]{0,99}$/i

export const snapshotNameRule =
  'Use letters (a to z), digits, dots, hyphens and underscores. Begin with a letter or a digit.'

export function snapshotNameProblem(name: string): string | undefined {
  if (name === '') return 'Enter a name.'
  return snapshotNamePattern.test(name)
    ? undefined
    : 'The name contains a character that isn’t allowed, or doesn’t begin with a letter or a digit.'
}
