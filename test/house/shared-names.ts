import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { filesBelow, isSource, repository } from './source-tree.ts'

/** By name, the files that export it with different meanings. */
export type SharedNames = ReadonlyMap<string, readonly string[]>

export const nameListPath = join(repository, 'test', 'house', 'shared-names.txt')

export function readSharedNames(): SharedNames {
  const files = filesBelow('src').filter(isSource)
  return sharedNames(new Map(files.map((file) => [file, ownExports(codeOf(file))])))
}

/** Names that at least two of these files export. */
export function sharedNames(namesByFile: ReadonlyMap<string, readonly string[]>): SharedNames {
  const found = new Map<string, string[]>()
  for (const [file, names] of namesByFile) {
    for (const name of new Set(names)) found.set(name, [...(found.get(name) ?? []), file])
  }
  const shared = [...found].filter(([, files]) => files.length > 1)
  return new Map(shared.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Shared names that are missing from the list, as messages with the name and its files. */
export function newSharedNames(found: SharedNames, listed: SharedNames): string[] {
  return [...found].flatMap(([name, files]) => {
    const known = listed.get(name) ?? []
    const added = files.filter((file) => !known.includes(file))
    if (added.length === 0) return []
    const others = files.filter((file) => !added.includes(file))
    return [`${name}: ${added.join(', ')}${others.length > 0 ? ` (already in ${others.join(', ')})` : ''}`]
  })
}

/** The list without names that are no longer shared. Nothing is added to it. */
export function stillShared(found: SharedNames, listed: SharedNames): SharedNames {
  const left = [...listed].map(([name, files]) => {
    const now = found.get(name) ?? []
    return [name, files.filter((file) => now.includes(file))] as const
  })
  return new Map(left.filter(([, files]) => files.length > 1))
}

export function readNameList(): string {
  return readFileSync(nameListPath, 'utf8')
}

export function parseNameList(text: string): SharedNames {
  const lines = text.split('\n').filter((line) => line !== '')
  return new Map(
    lines.map((line) => {
      const [name, ...files] = line.split(' ') as [string, ...string[]]
      return [name, files]
    }),
  )
}

export function printNameList(names: SharedNames): string {
  return [...names].map(([name, files]) => `${[name, ...files].join(' ')}\n`).join('')
}

function codeOf(file: string): string {
  const text = readFileSync(join(repository, file), 'utf8')
  return file.endsWith('.svelte') ? moduleScriptOf(text) : text
}

/** Exports outside the module script of a component are its methods. */
function moduleScriptOf(component: string): string {
  return /<script[^>]*\smodule\b[^>]*>([\s\S]*?)<\/script>/.exec(component)?.[1] ?? ''
}

/** The names that a module both declares and exports, which excludes re-exports. */
export function ownExports(code: string): string[] {
  const { statements } = ts.createSourceFile('module.ts', code, ts.ScriptTarget.Latest)
  const imported = new Set(statements.filter(ts.isImportDeclaration).flatMap(importedNames))
  return statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement)) return exportedHere(statement, imported)
    const isExported =
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
    return isExported ? declaredNames(statement) : []
  })
}

function importedNames({ importClause }: ts.ImportDeclaration): string[] {
  const bindings = importClause?.namedBindings
  const named = bindings && ts.isNamedImports(bindings) ? bindings.elements.map(({ name }) => name.text) : []
  return importClause?.name ? [importClause.name.text, ...named] : named
}

function exportedHere(
  { moduleSpecifier, exportClause }: ts.ExportDeclaration,
  imported: ReadonlySet<string>,
): string[] {
  if (moduleSpecifier || !exportClause || !ts.isNamedExports(exportClause)) return []
  const own = exportClause.elements.filter(({ name, propertyName }) => !imported.has((propertyName ?? name).text))
  return own.map(({ name }) => name.text)
}

function declaredNames(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) => namesIn(name))
  }
  const isNamed =
    ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement) || ts.isTypeAliasDeclaration(statement)
  return isNamed && statement.name ? [statement.name.text] : []
}

function namesIn(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text]
  return name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : namesIn(element.name)))
}
