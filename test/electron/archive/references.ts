import ts from 'typescript'

/** How a script refers to another file: by a module name, or by a URL or path. */
export type Reference = { readonly how: 'import' | 'require' | 'file'; readonly name: string }

/** The references of a script, and the names under which other scripts get its `require`. */
export type Script = {
  readonly references: readonly Reference[]
  /** Imported names, to be looked up in `requireNames` of the script they come from. */
  readonly imported: readonly { readonly from: string; readonly name: string; readonly local: string }[]
  /** Exported names that hold the result of createRequire. */
  readonly requireNames: readonly string[]
}

const maker = 'createRequire'
const kinds = new Set([
  ts.SyntaxKind.VariableDeclaration,
  ts.SyntaxKind.ImportDeclaration,
  ts.SyntaxKind.ExportDeclaration,
  ts.SyntaxKind.ExportSpecifier,
  ts.SyntaxKind.CallExpression,
  ts.SyntaxKind.NewExpression,
])

/**
 * Finds imports, `import()`, `require`, functions made by createRequire, `new URL(…, import.meta.url)` and paths
 * below `resources`. `requires` are local names for a `require` that another script exports.
 */
export function readScript(path: string, code: string, requires: readonly string[] = []): Script {
  const source = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, false, ts.ScriptKind.JS)
  const names = new Set(['require', ...requires])
  const makers = new Set([maker])
  const isMaker = (node: ts.Node): boolean => {
    if (!ts.isCallExpression(node)) return false
    const name = ts.isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression
    return ts.isIdentifier(name) && makers.has(name.text)
  }
  const nodes: ts.Node[] = []
  // Functions may use a name above its declaration, so declarations are collected first.
  each(source, (node) => {
    const name = makerName(node)
    if (name !== null) makers.add(name)
    else if (kinds.has(node.kind)) nodes.push(node)
  })
  for (const node of nodes) {
    if (!ts.isVariableDeclaration(node) || !ts.isIdentifier(node.name) || !node.initializer) continue
    if (makesRequire(node.initializer, isMaker)) names.add(node.name.text)
  }
  const references: Reference[] = []
  const imported: { from: string; name: string; local: string }[] = []
  const requireNames: string[] = []
  const isRequire = (node: ts.Expression) => (ts.isIdentifier(node) && names.has(node.text)) || isMaker(node)
  for (const node of nodes) {
    if (
      ts.isImportDeclaration(node) &&
      node.importClause?.namedBindings &&
      ts.isNamedImports(node.importClause.namedBindings)
    ) {
      for (const { propertyName, name } of node.importClause.namedBindings.elements)
        imported.push({ from: textOf(node.moduleSpecifier), name: (propertyName ?? name).text, local: name.text })
    }
    if (ts.isExportSpecifier(node) && names.has((node.propertyName ?? node.name).text))
      requireNames.push(node.name.text)
    const found = referenceOf(node, isRequire)
    if (found) references.push(found)
  }
  return { references, imported, requireNames }
}

function referenceOf(node: ts.Node, isRequire: (node: ts.Expression) => boolean): Reference | null {
  if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier)
    return { how: 'import', name: textOf(node.moduleSpecifier) }
  if (ts.isNewExpression(node)) return addressOf(node)
  if (!ts.isCallExpression(node)) return null
  const { expression: called, arguments: given } = node
  const [first] = given
  if (called.kind === ts.SyntaxKind.ImportKeyword) return { how: 'import', name: textOf(first) }
  if (first && isRequire(called)) return { how: 'require', name: textOf(first) }
  if (first && ts.isPropertyAccessExpression(called) && called.name.text === 'resolve' && isRequire(called.expression))
    return { how: 'require', name: textOf(first) }
  const at = given.findIndex((part) => ts.isStringLiteralLike(part) && part.text === 'resources')
  return at < 0 ? null : { how: 'file', name: `/${given.slice(at).map(textOf).join('/')}` }
}

/** `new URL('name', import.meta.url)` */
function addressOf({ expression, arguments: given = [] as unknown as ts.NodeArray<ts.Expression> }: ts.NewExpression) {
  const [name, base] = given
  if (!ts.isIdentifier(expression) || expression.text !== 'URL' || !name || !base) return null
  const isHere = ts.isPropertyAccessExpression(base) && base.name.text === 'url' && ts.isMetaProperty(base.expression)
  return isHere ? ({ how: 'file', name: textOf(name) } as const) : null
}

/** `createRequire(…)`, possibly inside a function that is called immediately. */
function makesRequire(node: ts.Node, isMaker: (node: ts.Node) => boolean): boolean {
  if (isMaker(node)) return true
  const called = ts.isCallExpression(node) ? unwrapped(node.expression) : null
  return called !== null && ts.isArrowFunction(called) && makesRequire(unwrapped(called.body), isMaker)
}

/** `{ createRequire: name }`, in minified scripts and in imports. */
function makerName(node: ts.Node): string | null {
  if (!ts.isBindingElement(node) && !ts.isImportSpecifier(node)) return null
  const { propertyName, name } = node
  return propertyName && 'text' in propertyName && propertyName.text === maker && ts.isIdentifier(name)
    ? name.text
    : null
}

function unwrapped(node: ts.Node): ts.Node {
  return ts.isParenthesizedExpression(node) ? unwrapped(node.expression) : node
}

/** A computed name has no text, so it never resolves. */
function textOf(node: ts.Node | undefined): string {
  return node && ts.isStringLiteralLike(node) ? node.text : '(computed)'
}

function each(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node)
  ts.forEachChild(node, (child) => each(child, visit))
}
