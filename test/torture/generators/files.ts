import { plainFiles } from './plain-files.ts'
import { oldWorkbooks } from './xls.ts'
import { workbooks } from './xlsx.ts'

/** Every hostile file, by its kind and its name. */
export const files: Readonly<Record<string, Readonly<Record<string, () => Buffer | string | Promise<Buffer>>>>> = {
  plain: plainFiles,
  xls: oldWorkbooks,
  xlsx: workbooks,
}
