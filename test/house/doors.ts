import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { namesOf } from '../../scripts/support/bundle/through-doors.ts'
import { filesBelow, repository } from './source-tree.ts'

const page = 'src/renderer/src'
const door = /^src\/renderer\/src\/features\/([\w-]+)\/index\.ts$/

export const isPageDoor = (path: string): boolean => door.test(path)

export type Door = {
  readonly feature: string
  readonly names: readonly string[]
  /** Names that nothing outside the feature uses. */
  readonly unused: readonly string[]
  /** Code other than re-exports. */
  readonly other: string
}

/** The doors of the page’s features. */
export function readDoors(): Door[] {
  const files = filesBelow(page)
  const uses = files.filter((path) => /\.(ts|svelte)$/.test(path)).map((path) => usesIn(path))
  return files.filter(isPageDoor).map((path) => {
    const text = readFileSync(join(repository, path), 'utf8')
    const feature = door.exec(path)![1]!
    const names = [...namesOf(text).keys()]
    const used = new Set(uses.flatMap((of) => of.get(feature) ?? []))
    const other = text.replaceAll(/^export (?:type )?\{[^}*]+\} from '\.\/[^']+'$/gm, '').trim()
    return { feature, names, unused: names.filter((name) => !used.has(name)), other }
  })
}

/** The names that a file imports from each feature’s door. */
function usesIn(path: string): Map<string, string[]> {
  const text = readFileSync(join(repository, path), 'utf8')
  const uses = new Map<string, string[]>()
  for (const [, list = '', feature = ''] of text.matchAll(
    /import (?:type )?\{([^}]+)\} from '\.[^']*\/([\w-]+)\/index\.ts'/g,
  )) {
    const names = list.split(',').map(
      (part) =>
        part
          .trim()
          .replace(/^type /, '')
          .split(' as ')[0]!,
    )
    uses.set(feature, [...(uses.get(feature) ?? []), ...names.filter((name) => name !== '')])
  }
  return uses
}

export type DoorSizes = Readonly<Record<string, number>>

/** The sizes that `npm run fix` writes: a door may only shrink; a new feature starts at its current size. */
export function narrowestSizes(before: DoorSizes, doors: readonly Pick<Door, 'feature' | 'names'>[]): DoorSizes {
  return Object.fromEntries(
    doors.map(({ feature, names }) => [feature, Math.min(before[feature] ?? names.length, names.length)]),
  )
}

const sizesPath = join(repository, 'test', 'house', 'door-sizes.json')

export const readDoorSizes = (): DoorSizes => JSON.parse(readFileSync(sizesPath, 'utf8')) as DoorSizes

export { sizesPath as doorSizesPath }
