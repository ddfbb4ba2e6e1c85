import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hostStart } from '../../scripts/support/bundle/host-start.ts'

type Imports = Readonly<Record<string, { readonly imports?: readonly string[]; readonly later?: readonly string[] }>>

const starts = { first: 'first', rooms: 'rooms', commandLine: '/src/cli/cli.ts', workers: ['worker'] }

/** The name of the file that a module is put into; null if the bundler decides. */
function fileOf(graph: Imports) {
  const { name } = hostStart(starts)
  const getModuleInfo = (id: string) => {
    const module = graph[id]
    return module && { importedIds: module.imports ?? [], dynamicallyImportedIds: module.later ?? [] }
  }
  const context = { getModuleInfo } as unknown as Parameters<Extract<typeof name, (...given: never[]) => unknown>>[1]
  return (id: string): string | null => {
    const found = typeof name === 'function' ? name(id, context) : name
    return typeof found === 'string' ? found : null
  }
}

test('a host finds what it starts with in few files, and smaller programs load none of them for a module that they need', () => {
  const file = fileOf({
    first: { imports: ['errors', 'accounts', 'schemas'], later: ['rooms'] },
    rooms: { later: ['archive', 'exports'] },
    archive: { imports: ['accounts', 'search', 'packs'] },
    exports: { imports: ['accounts', 'search', 'sheets'] },
    worker: { imports: ['errors', 'packs'] },
    '/src/cli/cli.ts': { imports: ['errors', 'flags'], later: ['/src/cli/version.ts', '/src/cli/serve.ts'] },
    '/src/cli/version.ts': { imports: ['schemas'] },
    '/src/cli/serve.ts': { imports: ['first'] },
    ...Object.fromEntries(
      ['errors', 'accounts', 'schemas', 'search', 'packs', 'sheets', 'flags'].map((id) => [id, {}]),
    ),
  })
  expect(file('accounts')).toBe(file('first'))
  expect(file('search')).not.toBeNull()
  expect(file('search')).not.toBe(file('first'))
  // Also in the worker, and in every command.
  expect(new Set([file('errors'), file('first'), file('flags'), null]).size).toBe(4)
  // Of one room, of one small command, and loaded with a command that needs a host.
  for (const id of ['sheets', 'packs', 'schemas', '/src/cli/serve.ts']) expect(file(id)).toBeNull()
})

test('a start that no bundle contains is named', () => {
  expect(() => fileOf({ first: {}, rooms: {}, '/src/cli/cli.ts': {} })('first')).toThrow('No bundle contains worker.')
})

test('no two files import each other, whatever the modules import', () => {
  const ids = [...Array.from({ length: 14 }, (_, at) => `m${at}`), 'a', 'b', 'first', 'worker', '/src/cli/cli.ts']
  const edges = fc.array(fc.tuple(fc.nat({ max: ids.length - 1 }), fc.nat({ max: ids.length - 1 })), { maxLength: 60 })
  fc.assert(
    fc.property(edges, (pairs) => {
      const imports = new Map(ids.map((id) => [id, new Set<string>()]))
      // Modules import earlier ones only, so that they are no circle themselves.
      for (const [one, other] of pairs) if (one > other) imports.get(ids[one]!)!.add(ids[other]!)
      const graph: Imports = Object.fromEntries(ids.map((id) => [id, { imports: [...imports.get(id)!] }]))
      const file = fileOf({ ...graph, rooms: { later: ['a', 'b'] } })
      const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
        ids.some((id) => {
          if (file(id) !== from) return false
          return [...imports.get(id)!].map(file).some((next) => {
            if (next === null || next === from || seen.has(next)) return false
            return next === to || reaches(next, to, seen.add(next))
          })
        })
      const files = new Set(ids.map(file).filter((name) => name !== null))
      for (const name of files) expect(reaches(name, name)).toBe(false)
    }),
  )
})
