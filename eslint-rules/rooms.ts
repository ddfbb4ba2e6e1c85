import { posix } from 'node:path'
import type { Rule } from 'eslint'

export type House = {
  /** The path of the repository, with forward slashes. */
  readonly root: string
  /** Aliases such as `#core/`, with their folders. */
  readonly aliases: Readonly<Record<string, string>>
  /**
   * A room is a folder that may import itself and the rooms listed. A file belongs to the room with the longest
   * matching path.
   */
  readonly rooms: Readonly<Record<string, readonly string[]>>
  /**
   * Folders whose subfolders have doors: with `src/core`, other code may import `src/core/jobs/index.ts` and nothing
   * else of jobs.
   */
  readonly doors: readonly string[]
  /** Folders and files inside those that may be imported directly. */
  readonly open: readonly string[]
  /** Packages that only these folders or files may import. */
  readonly packages: Readonly<Record<string, readonly string[]>>
  /** Rooms that also run in the page, and therefore must not import `node:` modules. */
  readonly nodeFree: readonly string[]
}

/**
 * Checks which room imports which (docs/adr/0002): static and dynamic imports, exports from another file, and imported
 * types.
 */
export const rooms: Rule.RuleModule = {
  meta: {
    type: 'problem',
    docs: { description: 'A room imports only the rooms below it.' },
    messages: { refused: '{{reason}}' },
    schema: [{ type: 'object' }],
  },
  create(context) {
    const house = context.options[0] as House
    const file = posix.relative(house.root, context.filename.replaceAll('\\', '/'))

    function judge(source: unknown, node: Rule.Node): void {
      const specifier = (source as { value?: unknown } | null)?.value
      if (typeof specifier !== 'string') return
      const reason = whyRefused(house, file, specifier)
      if (reason !== null) context.report({ node, messageId: 'refused', data: { reason } })
    }

    return {
      ImportDeclaration: (node) => judge(node.source, node),
      ImportExpression: (node) => judge(node.source, node as unknown as Rule.Node),
      ExportNamedDeclaration: (node) => judge(node.source, node),
      ExportAllDeclaration: (node) => judge(node.source, node),
      TSImportType: (node: Rule.Node & { source?: unknown }) => judge(node.source, node),
    }
  },
}

/** The message for an import that the rules do not allow, or null. */
export function whyRefused(house: House, file: string, specifier: string): string | null {
  const target = resolved(house, file, specifier)
  if (target === null) return whyPackageRefused(house, file, specifier)
  const from = roomOf(house, file)
  const to = roomOf(house, target)
  if (from === null || to === null) return null
  if (from !== to && !house.rooms[from]!.includes(to)) return `${from} may not import ${to} (docs/adr/0002).`
  const door = doorTo(house, file, target)
  return door === null ? null : `Import ${door}: it is the only door to that folder.`
}

function whyPackageRefused(house: House, file: string, name: string): string | null {
  const places = house.packages[name]
  if (places && !places.some((place) => isWithin(place, file)))
    return `${name} is imported only in ${places.join(', ')}.`
  if (!name.startsWith('node:')) return null
  const room = roomOf(house, file)
  return room !== null && house.nodeFree.some((place) => isWithin(place, room))
    ? `${room} also runs in the page: no node: modules.`
    : null
}

function resolved({ aliases }: House, file: string, specifier: string): string | null {
  const path = specifier.replace(/\?[^?]*$/, '')
  if (path.startsWith('.')) return posix.join(posix.dirname(file), path)
  const alias = Object.keys(aliases).find((name) => path.startsWith(name))
  return alias === undefined ? null : aliases[alias] + path.slice(alias.length)
}

/**
 * The door through which the file has to be imported; null if the import uses it or needs none. A unit test belongs to
 * its room.
 */
function doorTo({ doors, open }: House, file: string, target: string): string | null {
  if (open.some((folder) => isWithin(folder, target))) return null
  for (const folder of doors) {
    if (!isWithin(folder, target)) continue
    const inside = target.slice(folder.length + 1).split('/')
    if (inside.length < 2) return null
    const place = `${folder}/${inside[0]}`
    if (isWithin(place, file) || inside.join('/') === `${inside[0]}/index.ts`) return null
    return `${place}/index.ts`
  }
  return null
}

/** The room with the longest path that contains the file. */
function roomOf({ rooms: table }: House, path: string): string | null {
  const fitting = Object.keys(table).filter((place) => isWithin(place, path))
  return fitting.sort((one, other) => other.length - one.length)[0] ?? null
}

function isWithin(place: string, path: string): boolean {
  return path === place || path.startsWith(`${place}/`)
}
