import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { circlesOfFiles, circlesOfRooms, circlesOfSiblings } from './house/circles.ts'
import { cliPage, readCliPage } from './house/cli-page.ts'
import { deadLinks, linksOf } from './house/dead-links.ts'
import { narrowestSizes, readDoors, readDoorSizes } from './house/doors.ts'
import { featureTable, readFeaturePage, readFeatures, roomsWithoutNoun, withFeatureTable } from './house/features.ts'
import { readSearchPage, withLanguageTable } from './house/search-page.ts'
import {
  newSharedNames,
  ownExports,
  parseNameList,
  printNameList,
  readNameList,
  readSharedNames,
  sharedNames,
  stillShared,
} from './house/shared-names.ts'
import { readSourceTree, type SourceTree } from './house/source-tree.ts'

const tree = readSourceTree(['src', 'test', 'scripts', 'eslint-rules'])
const features = readFeatures()

/** This folder has one file for each noun, so these files are not counted. */
const nounFolder = 'src/shared/contract'
const mostFiles = 20

describe('The house', () => {
  test('has no files that import each other in a circle', () => {
    expect(circlesOfFiles(tree)).toEqual([])
  })

  test('has no rooms that import each other in a circle', () => {
    expect(circlesOfRooms(tree)).toEqual([])
    expect(circlesOfSiblings(tree)).toEqual([])
  })

  test('has no folder with more files than a reader can take in', () => {
    expect(crowdedFolders(tree)).toEqual([])
  })

  test.each(features)('has all five parts of $noun', ({ noun: _noun, ...places }) => {
    const lacking = Object.entries(places).filter(([, paths]) => paths.length === 0)
    expect(lacking.map(([place]) => place)).toEqual([])
  })

  test('is what the table of features in docs/architecture.md says (npm run fix writes it)', () => {
    const page = readFeaturePage()
    expect(withFeatureTable(page, featureTable(features))).toBe(page)
  })

  test('has no room without a noun that docs/architecture.md does not name, below that table', () => {
    const [, below = ''] = readFeaturePage().split('<!-- end of features -->')
    const named = [...below.matchAll(/^\| (`(?:features|core)\/[^`]+`)/gm)].map(([, room]) => room)
    expect(named.toSorted()).toEqual(roomsWithoutNoun(features).toSorted())
  })

  describe('has doors in the page', () => {
    const doors = readDoors()

    test('re-export names, and do nothing else', () => {
      expect(doors.filter(({ other }) => other !== '').map(({ feature, other }) => `${feature}: ${other}`)).toEqual([])
    })

    test('re-export only names that others use', () => {
      expect(doors.flatMap(({ feature, unused }) => unused.map((name) => `${feature}: ${name}`))).toEqual([])
    })

    test('that become no wider than test/house/door-sizes.json says (npm run fix writes what became narrower)', () => {
      expect(Object.fromEntries(doors.map(({ feature, names }) => [feature, names.length]))).toEqual(readDoorSizes())
    })
  })

  test('has no dead links in its documents', async () => {
    expect(await deadLinks()).toEqual([])
  })

  test('is what docs/cli.md says of the command line (npm run fix writes it)', async () => {
    expect(await cliPage()).toBe(readCliPage())
  })

  test('is what docs/search.md says of the search language (npm run fix writes it)', () => {
    const page = readSearchPage()
    expect(withLanguageTable(page)).toBe(page)
  })

  test('exports no name for two things but those of test/house/shared-names.txt', () => {
    expect(newSharedNames(readSharedNames(), parseNameList(readNameList()))).toEqual([])
  })

  test('has no single-meaning name left on that list (npm run fix removes them)', () => {
    const listed = readNameList()
    expect(printNameList(stillShared(readSharedNames(), parseNameList(listed)))).toBe(listed)
  })
})

describe('The doors of a house', () => {
  test('only become narrower, and a new one may start at its current width', () => {
    const door = (feature: string, width: number) => ({ feature, names: Array.from({ length: width }, String) })
    const doors = [door('wider', 3), door('narrower', 1), door('new', 2)]
    expect(narrowestSizes({ wider: 2, narrower: 2, gone: 4 }, doors)).toEqual({ wider: 2, narrower: 1, new: 2 })
  })
})

describe('The names of a house', () => {
  const listed = new Map([['Row', ['a.ts', 'b.ts', 'c.ts']]])

  test('are those that a module declares, and not those it re-exports', () => {
    const barrel = "import { a } from './a.ts'; export { a }; export { b } from './b.ts'; export * from './c.ts'"
    expect(ownExports(barrel)).toEqual([])
    const own =
      'export const { a, b: [c] } = d; export type E = 1; export class F {}; function g() {} export { g as h }'
    expect(ownExports(own)).toEqual(['a', 'c', 'E', 'F', 'h'])
  })

  test('are shared if two files have one', () => {
    const names = new Map([
      ['a.ts', ['Row', 'rowOf']],
      ['b.ts', ['Row']],
    ])
    expect([...sharedNames(names)]).toEqual([['Row', ['a.ts', 'b.ts']]])
  })

  test('are refused with the new files, even if a listed name gets another file', () => {
    const found = new Map([
      ['Row', ['a.ts', 'd.ts']],
      ['Cell', ['a.ts', 'b.ts']],
    ])
    expect(newSharedNames(found, listed)).toEqual(['Row: d.ts (already in a.ts)', 'Cell: a.ts, b.ts'])
  })

  test('leave the list when only one file is left, and a file is removed when it no longer has the name', () => {
    expect(stillShared(new Map(), listed)).toEqual(new Map())
    expect(stillShared(new Map([['Row', ['a.ts', 'c.ts', 'd.ts']]]), listed)).toEqual(
      new Map([['Row', ['a.ts', 'c.ts']]]),
    )
  })
})

describe('The reading of a house', () => {
  const small = (imports: Record<string, string[]>): SourceTree => new Map(Object.entries(imports))

  test('finds files that import each other in a loop', () => {
    const loop = small({ 'a/1.ts': ['a/2.ts'], 'a/2.ts': ['b/3.ts'], 'b/3.ts': ['a/1.ts'], 'b/4.ts': ['a/1.ts'] })
    expect(circlesOfFiles(loop)).toEqual([['a/1.ts', 'a/2.ts', 'b/3.ts']])
  })

  test('finds rooms whose files import each other, though no file does', () => {
    const tied = small({ 'a/1.ts': ['a/x/2.ts'], 'a/x/2.ts': ['a/3.ts'], 'a/3.ts': [] })
    expect(circlesOfFiles(tied)).toEqual([])
    expect(circlesOfRooms(tied)).toEqual([['a', 'a/x']])
  })

  test('finds siblings that are connected through folders inside them', () => {
    const tied = small({ 'a/x/1.ts': ['b/y/2.ts'], 'b/y/2.ts': [], 'b/z/3.ts': ['a/w/4.ts'], 'a/w/4.ts': [] })
    expect(circlesOfRooms(tied)).toEqual([])
    expect(circlesOfSiblings(small(prefixed(tied, 'src/')))).toEqual([['src/a', 'src/b']])
  })

  test('finds links and pictures of a document, also those of its tags', () => {
    const tags = '<source srcset="c.png, d.png 2x"> <img alt="" src="e.png"> `<img src="code.png">`'
    expect(linksOf(`[a](a.md#top) ![b](b.png)\n${tags}`)).toEqual(['a.md#top', 'b.png', 'c.png', 'd.png', 'e.png'])
  })

  test('counts the files of each folder', () => {
    const paths = Array.from({ length: mostFiles + 1 }, (_, index) => [`a/${index}.ts`, []] as const)
    expect(crowdedFolders(new Map(paths))).toEqual(['a: 21 files'])
  })
})

function prefixed(from: SourceTree, prefix: string): Record<string, string[]> {
  return Object.fromEntries([...from].map(([file, targets]) => [prefix + file, targets.map((path) => prefix + path)]))
}

function crowdedFolders(of: SourceTree): string[] {
  const nouns = new Set(features.map(({ noun }) => `${nounFolder}/${noun}.ts`))
  const counts = new Map<string, number>()
  for (const file of of.keys()) {
    if (nouns.has(file)) continue
    const folder = posix.dirname(file)
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts].filter(([, count]) => count > mostFiles).map(([folder, count]) => `${folder}: ${count} files`)
}
