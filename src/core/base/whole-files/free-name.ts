import { link, lstat, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { patiently, renamePatiently } from './rename-patiently.ts'

/** Camera disks and some network drives don’t support a second name for a file. */
const noLinks: ReadonlySet<string | undefined> = new Set([
  'EPERM',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EMLINK',
  'EINVAL',
])

/** Returns the name for each number, starting with 1. */
export type NumberedName = (number: number) => string

/**
 * The first of these names that is free in the folder and not used even by a broken link. Another program may take it the
 * next moment.
 */
export async function firstFreeName(folder: string, name: NumberedName): Promise<string> {
  for (let number = 1; ; number++) {
    const found = await lstat(join(folder, name(number))).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
    if (found === null) return name(number)
  }
}

/**
 * Gives a file a name that must be free; returns false if the name is taken. Nothing is replaced, unless the disk has
 * no links and another program takes the name at the same moment.
 */
export async function moveIfFree(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return false
    if (!noLinks.has(code)) throw error
    const isTaken = await lstat(to).then(
      () => true,
      () => false,
    )
    if (isTaken) return false
    await renamePatiently(from, to)
    return true
  }
  // The file has its new name, so removing the old name only tidies up.
  await patiently(() => rm(from, { force: true })).catch(() => undefined)
  return true
}

/** `Report.csv`, `Report (2).csv` … */
export function numbered(stem: string, ending: string): NumberedName {
  return (number) => (number === 1 ? `${stem}${ending}` : `${stem} (${number})${ending}`)
}
