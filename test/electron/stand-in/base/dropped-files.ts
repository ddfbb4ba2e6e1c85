import { basename } from 'node:path'

const paths = new WeakMap<File, string>()

/** A file dropped from the disk; any other File has no path. */
export function fileFromDisk(path: string): File {
  const file = new File([], basename(path))
  paths.set(file, path)
  return file
}

export function pathOf(file: File): string {
  return paths.get(file) ?? ''
}
