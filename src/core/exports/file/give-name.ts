import { dirname, join } from 'node:path'
import { firstFreeName, moveIfFree } from '../../base/whole-files/free-name.ts'
import { refuseDevice } from '../../base/whole-files/refuse-device.ts'
import { syncFolder } from '../../base/whole-files/part-file.ts'
import { chosenFileError } from '../../base/whole-files/chosen-file-error.ts'
import { renamePatiently } from '../../base/whole-files/rename-patiently.ts'
import type { StoredExport } from '../history/stored-export.ts'
import { mayReplace, namesOf } from './names.ts'

type Naming = {
  readonly entry: Pick<StoredExport, 'what' | 'layout' | 'saveAs' | 'startedAt'>
  readonly account: string
  readonly partPath: string
  /** Resolves once the name is on disk: if Mailroom ends after that, the file is found by its name. */
  readonly record: (name: string) => Promise<void>
}

/** Gives a complete part its final name, which may replace another file. An incomplete export never has that name. */
export async function giveName({ entry, account, partPath, record }: Naming): Promise<string> {
  const folder = dirname(partPath)
  const names = namesOf(entry, account)
  const onDisk = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw chosenFileError(partPath, error)
    })
  for (;;) {
    const replaces = mayReplace(entry.saveAs)
    const name = replaces ? names(1) : await onDisk(firstFreeName(folder, names))
    await record(name)
    const path = join(folder, name)
    if (replaces) await onDisk(refuseDevice(path).then(() => renamePatiently(partPath, path)))
    else if (!(await onDisk(moveIfFree(partPath, path)))) continue
    await syncFolder(folder)
    return name
  }
}
