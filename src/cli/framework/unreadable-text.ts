/** Explains why a file that the user gave with a flag can’t be read. */
export function unreadableText(path: string, flag: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
  switch (code) {
    case 'ENOENT':
      return `The file ${path} given by ${flag} does not exist. Check the path.`
    case 'EACCES':
    case 'EPERM':
      return `You don’t have permission to read the file ${path} given by ${flag}. Change its permissions, or choose another file.`
    case 'EISDIR':
      return `The path ${path} given by ${flag} is a folder. Give a file.`
    default:
      return `The file ${path} given by ${flag} can’t be read (${code}). Check the disk, or choose another file.`
  }
}
