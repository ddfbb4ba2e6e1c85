import { posix } from 'node:path'
import { isPageDoor } from './doors.ts'
import type { SourceTree } from './source-tree.ts'

type Graph = ReadonlyMap<string, ReadonlySet<string>>

/** Groups of files that import each other, each sorted. The list should be empty. */
export function circlesOfFiles(tree: SourceTree): string[][] {
  return circles(new Map([...tree].map(([file, targets]) => [file, new Set(targets)])))
}

/**
 * A room here is a folder that directly contains files, so a folder and its subfolder are two rooms. The door of a
 * page feature only re-exports names, so it does not count as a connection.
 */
export function circlesOfRooms(tree: SourceTree): string[][] {
  const withoutDoors = new Map([...tree].filter(([file]) => !isPageDoor(file)))
  return circles(joined(withoutDoors, (file) => posix.dirname(file)))
}

/**
 * Cycles at each level of the tree, where a folder represents everything below it among its sibling folders and
 * files.
 */
export function circlesOfSiblings(tree: SourceTree): string[][] {
  const folders = new Set([...tree.keys()].flatMap(parents))
  return [...folders].flatMap((folder) =>
    circles(joined(tree, (file) => (file.startsWith(`${folder}/`) ? childOf(folder, file) : ''))),
  )
}

function parents(file: string): string[] {
  const parent = posix.dirname(file)
  return parent === '.' ? [] : [parent, ...parents(parent)]
}

function childOf(folder: string, file: string): string {
  return `${folder}/${file.slice(folder.length + 1).split('/')[0]}`
}

/** The import graph between the names that `nameOf` gives to files; files without a name are left out. */
function joined(tree: SourceTree, nameOf: (file: string) => string): Graph {
  const graph = new Map<string, Set<string>>()
  for (const [file, targets] of tree) {
    const from = nameOf(file)
    const edges = graph.get(from) ?? new Set()
    graph.set(from, edges)
    for (const to of targets.map(nameOf)) if (to !== from) edges.add(to)
  }
  graph.delete('')
  return graph
}

/** Strongly connected groups of more than one node (Tarjan). */
function circles(graph: Graph): string[][] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const found: string[][] = []

  const visit = (node: string): void => {
    order.set(node, order.size)
    lowest.set(node, order.get(node)!)
    open.push(node)
    for (const next of graph.get(node) ?? []) {
      if (!graph.has(next)) continue
      if (!order.has(next)) visit(next)
      if (open.includes(next)) lowest.set(node, Math.min(lowest.get(node)!, lowest.get(next)!))
    }
    if (lowest.get(node) !== order.get(node)) return
    const group = open.splice(open.indexOf(node))
    if (group.length > 1) found.push(group.sort())
  }
  for (const node of graph.keys()) if (!order.has(node)) visit(node)
  return found
}
