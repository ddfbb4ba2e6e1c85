import { readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import type { Plugin } from 'vite'

/** Where a name in a door comes from, for example `default` of `list/DraftList.svelte`. */
type Origin = { readonly file: string; readonly name: string }

/** The names that a door re-exports. A door contains nothing else, which test/house.test.ts checks. */
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
 * Replaces an import through a feature’s door by an import from the file that declares the name. Otherwise each part
 * of the page, including the first view, would load everything that its doors re-export.
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
        // After the door is edited, its importers may need other files.
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
        // The imports are on one line, so that later lines keep their numbers.
        changed = changed.slice(0, node.start) + imports.join(' ') + changed.slice(node.end)
      }
      return changed === code ? null : { code: changed, map: null }
    },
  }
}

const isDoor = (path: string): boolean => /^[\w-]+[\\/]index\.ts$/.test(path)
