import { existsSync, readFileSync } from 'node:fs'
import { type ESTree, parseAst } from 'vite'

export type Callable = ESTree.Function | ESTree.ArrowFunctionExpression

/** The names of one file, function or block. `around` is the enclosing scope. */
export interface Scope {
  file: string
  names: Map<string, Meaning>
  around: Scope | null
}

/** The expression or function that a name stands for, and the scope to read it in. */
export interface Meaning {
  node: ESTree.Node
  scope: Scope
}

export interface Source {
  text: string
  program: ESTree.Program
  scope: Scope
}

/** Reads a source file, and caches it. */
type ReadSource = (file: string) => Source

/** Resolves names through files, functions and blocks, as far as the source shows their expressions. */
export function sourceReader(): ReadSource {
  const cache = new Map<string, Source>()
  return function read(file) {
    const cached = cache.get(file)
    if (cached !== undefined) return cached
    const text = readFileSync(file, 'utf8')
    const program = parseAst(text, { lang: 'ts' })
    const scope: Scope = { file, names: new Map(), around: null }
    const source = { text, program, scope }
    cache.set(file, source)
    declare(program.body, scope)
    for (const statement of program.body) takeImports(statement, scope, read)
    return source
  }
}

function takeImports(statement: ESTree.Node, scope: Scope, read: ReadSource): void {
  if (statement.type !== 'ImportDeclaration') return
  const file = statement.source.value.replace(/^#/, '')
  if (!statement.source.value.startsWith('#') || !existsSync(file)) return
  for (const specifier of statement.specifiers) {
    if (specifier.type !== 'ImportSpecifier' || specifier.imported.type !== 'Identifier') continue
    const meaning = read(file).scope.names.get(specifier.imported.name)
    if (meaning !== undefined) scope.names.set(specifier.local.name, meaning)
  }
}

/** Adds the constants and functions of a body to its scope. */
export function declare(body: readonly ESTree.Node[], scope: Scope): void {
  for (const statement of body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declared?.type === 'FunctionDeclaration' && declared.id) {
      scope.names.set(declared.id.name, { node: declared, scope })
    }
    if (declared?.type !== 'VariableDeclaration') continue
    for (const { id, init } of declared.declarations) {
      if (id.type === 'Identifier' && init) scope.names.set(id.name, { node: init, scope })
    }
  }
}

export function meaningOf(name: string, scope: Scope | null): Meaning | null {
  if (scope === null) return null
  return scope.names.get(name) ?? meaningOf(name, scope.around)
}

/** The scope within a function that is called with these arguments. */
export function scopeOfCall(
  called: Callable,
  scope: Scope,
  call_arguments: readonly (Meaning | undefined)[],
): Scope {
  const inner: Scope = { file: scope.file, names: new Map(), around: scope }
  called.params.forEach((parameter, index) => {
    const is_optional = parameter.type === 'AssignmentPattern'
    const pattern = is_optional ? parameter.left : parameter
    const preset = is_optional ? { node: parameter.right, scope } : undefined
    const meaning = call_arguments[index] ?? preset
    if (meaning !== undefined) bind(pattern, meaning, inner)
  })
  if (called.body?.type === 'BlockStatement') declare(called.body.body, inner)
  return inner
}

function bind(pattern: ESTree.Node, meaning: Meaning, scope: Scope): void {
  if (pattern.type === 'Identifier') scope.names.set(pattern.name, meaning)
  if (pattern.type !== 'ObjectPattern') return
  for (const property of pattern.properties) {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') continue
    const value = propertyOf(meaning, property.key.name)
    if (value !== null) bind(property.value, value, scope)
  }
}

/** A property of an object literal in the source, or null. */
export function propertyOf({ node, scope }: Meaning, name: string): Meaning | null {
  const value = plain(node)
  if (value.type === 'Identifier') {
    const meaning = meaningOf(value.name, scope)
    return meaning && propertyOf(meaning, name)
  }
  if (value.type !== 'ObjectExpression') return null
  for (const property of value.properties) {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') continue
    if (property.key.name === name) return { node: property.value, scope }
  }
  return null
}

/** An expression without type assertions and parentheses. */
export function plain(node: ESTree.Node): ESTree.Node {
  if (
    node.type === 'ParenthesizedExpression' ||
    node.type === 'TSAsExpression' ||
    node.type === 'TSSatisfiesExpression' ||
    node.type === 'TSNonNullExpression'
  ) {
    return plain(node.expression)
  }
  return node
}

export function isCallable(node: ESTree.Node): node is Callable {
  return (
    node.type === 'FunctionDeclaration' ||
    node.type === 'FunctionExpression' ||
    node.type === 'ArrowFunctionExpression'
  )
}

/** The direct children of a node. */
export function childrenOf(node: ESTree.Node): ESTree.Node[] {
  return Object.values(node)
    .flat()
    .filter((value): value is ESTree.Node => {
      return typeof value === 'object' && value !== null && 'type' in value
    })
}
