import { builtinModules } from 'node:module'

const statement = /^import (?:(?<rest>[^"'\n;]+) from )?"(?<name>[^"\n]+)";$/gm

/**
 * A plugin for bundles that Node runs: built-in modules come from `process.getBuiltinModule`. An `import` reads every property
 * of such a module, and to have all those of node:http, Node loads an HTTP client of its own: 40 ms of each start.
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
  // Functions of a circle of chunks may run before this line, as they could with an import: `var` keeps that order harmless.
  return variables.map((variable) => `var ${variable} = ${module};`).join(' ')
}

function isBuiltin(name: string): boolean {
  return name.startsWith('node:') || builtinModules.includes(name)
}
