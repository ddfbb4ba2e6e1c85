import { builtinModules } from 'node:module'

const statement = /^import (?:(?<rest>[^"'\n;]+) from )?"(?<name>[^"\n]+)";$/gm

/**
 * A plugin for bundles that Node runs: built-in modules are loaded with `process.getBuiltinModule`. An `import` reads
 * every property of such a module, and reading all properties of node:http makes Node load its HTTP client, which adds
 * 40 ms to each start.
 */
export const builtinModulesAsObjects = {
  name: 'built-in-modules-as-objects',
  renderChunk: (code: string): string => code.replace(statement, withoutImport),
}

function withoutImport(whole: string, rest: string | undefined, name: string): string {
  if (!isBuiltin(name)) return whole
  const module = `process.getBuiltinModule(${JSON.stringify(name)})`
  if (rest === undefined) return ''
  const { whole: object, names } =
    /^(?:\* as )?(?<whole>[\w$]+)?(?:, )?(?<names>\{[^}]*\})?$/.exec(rest.trim())?.groups ?? {}
  const variables = [object, names?.replaceAll(' as ', ': ')].filter((variable) => variable !== undefined)
  if (variables.length === 0) throw new Error(`An import that the build does not know: ${whole}`)
  // Functions of circular chunks may run before this line. With `var`, they then read undefined instead of failing.
  return variables.map((variable) => `var ${variable} = ${module};`).join(' ')
}

function isBuiltin(name: string): boolean {
  return name.startsWith('node:') || builtinModules.includes(name)
}
