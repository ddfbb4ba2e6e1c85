import { existsSync } from 'node:fs'

/**
 * The folder containing the program’s package.json. The same code runs from its source and from a bundle in out/main, which
 * are at different depths.
 */
export function programRoot(from: string): URL {
  let folder = new URL('.//', from)
  while (!existsSync(new URL('package.json', folder))) {
    const above = new URL('../', folder)
    if (above.href === folder.href) throw new Error(`There is no package.json above ${from}.`)
    folder = above
  }
  return folder
}
