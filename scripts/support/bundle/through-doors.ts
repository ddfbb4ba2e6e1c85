import { readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import type { Plugin } from 'vite'

/** Where a name of a door is from: `default` of `list/DraftList.svelte`. */
type Origin = { readonly file: string; readonly name: string }

/** The names that a door passes on: it has nothing else, which test/house.test.ts proves. */
export function namesOf(door: string): Map<string, Origin> {
  const names = new Map<string, Origin>()
  for (const [, list = '', file = ''] of door.matchAll(/^export (?:type )?\{([^}]+)\} from '(\.\/[^']+)'$/gm)) {
    for (const part of list.split(',')) {
      const [name = '', alias = name] = part
        .trim()
        .replace(/^type /, '')
        .split(' as ')
      if (name !== '') names.set(alias, { file, name })
    }
  }
  return names
}

/**
 * An import through the door of a feature becomes one of the file that the name is from. Otherwise every part of the page would be
 * loaded with whatever else the doors that it uses lead to, and the first view with all of them.
 */
export function throughDoors(features: string): Plugin {
  const known = new Map<string, Map<string, Origin>>()
  const doorAt = (path: string) => {
    const names = known.get(path) ?? namesOf(readFileSync(path, 'utf8'))
    known.set(path, names)
    return names
  }
  return {
    name: 'through-doors',
    enforce: 'post',
    watchChange: (path) => void known.delete(normalize(path)),
    transform(code, id) {
      const [file = ''] = id.split('?')
      if (!code.includes('/index.ts') || !/\.(?:ts|svelte)$/.test(file)) return null
      let changed = code
      for (const node of this.parse(code).body.toReversed()) {
        if (node.type !== 'ImportDeclaration') continue
        const door = join(dirname(file), String(node.source.value))
        if (!isDoor(relative(features, door))) continue
        // A door that is edited leads its importers to other files.
        this.addWatchFile(door)
        const names = doorAt(door)
        const imports = node.specifiers.map((specifier) => {
          const wanted =
            specifier.type === 'ImportSpecifier' && 'name' in specifier.imported ? specifier.imported.name : ''
          const origin = names.get(wanted)
          if (!origin) this.error(`${door} has no “${wanted}”, which ${file} imports.`)
          const path = relative(dirname(file), join(dirname(door), origin.file)).replaceAll('\\', '/')
          const from = JSON.stringify(path.startsWith('.') ? path : `./${path}`)
          return `import { ${origin.name} as ${specifier.local.name} } from ${from};`
        })
        // On one line, so that the lines after it stay where they are.
        changed = changed.slice(0, node.start) + imports.join(' ') + changed.slice(node.end)
      }
      return changed === code ? null : { code: changed, map: null }
    },
  }
}

const isDoor = (path: string): boolean => /^[\w-]+[\\/]index\.ts$/.test(path)
