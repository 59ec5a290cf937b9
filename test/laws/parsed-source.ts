import { dirname, join, normalize } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'

interface NamedFunction {
  path: string
  name: string
  lines: number
}

export interface Import {
  /** The imported file, from the project's root. Libraries are left out. */
  path: string
  /** Whether only types are imported, so that the import disappears at run time. */
  is_type: boolean
}

type AnyFunction = ESTree.Function | ESTree.ArrowFunctionExpression

/** The named functions of a source: declared, or the value of a constant, a member or a property. */
export function functionsOf(path: string, text: string): NamedFunction[] {
  const functions: NamedFunction[] = []
  const add = (name: string, { start, end }: AnyFunction) =>
    void functions.push({ path, name, lines: text.slice(start, end).split('\n').length })
  new Visitor({
    FunctionDeclaration: (node) => {
      if (node.body !== null) add(node.id?.name ?? 'default', node)
    },
    VariableDeclarator: ({ id, init }) => {
      if (id.type === 'Identifier' && isFunction(init)) add(id.name, init)
    },
    Property: ({ key, value }) => {
      if (isFunction(value)) add(nameOf(key), value)
    },
    MethodDefinition: ({ key, value }) => {
      if (value.body !== null) add(nameOf(key), value)
    },
    PropertyDefinition: ({ key, value }) => {
      if (isFunction(value)) add(nameOf(key), value)
    },
  }).visit(parsed(path, text).program)
  return functions
}

/** The files of the project that a source imports or re-exports. */
export function importsOf(path: string, text: string): Import[] {
  const imports: Import[] = []
  const add = (specifier: string, is_type: boolean) => {
    const imported = fileOf(path, specifier)
    if (imported !== null) imports.push({ path: imported, is_type })
  }
  const { staticImports, staticExports, dynamicImports } = parsed(path, text).module
  for (const { moduleRequest, entries } of staticImports) {
    add(moduleRequest.value, entries.length > 0 && entries.every(({ isType }) => isType))
  }
  for (const { entries } of staticExports) {
    for (const { moduleRequest, isType } of entries) {
      if (moduleRequest) add(moduleRequest.value, isType)
    }
  }
  for (const { moduleRequest } of dynamicImports) {
    const [, specifier] =
      /^(['"])(.+)\1$/.exec(text.slice(moduleRequest.start, moduleRequest.end))?.slice(1) ?? []
    if (specifier !== undefined) add(specifier, false)
  }
  return imports
}

/** Reading `program` costs as much as the parsing. */
function parsed(path: string, text: string) {
  const result = parseSync(path, text)
  const [error] = result.errors
  if (error) throw new SyntaxError(`${path}: ${error.message}`)
  return result
}

function isFunction(node: ESTree.Node | null): node is AnyFunction {
  return node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression'
}

function nameOf(key: ESTree.Node): string {
  if (key.type === 'Identifier' || key.type === 'PrivateIdentifier') return key.name
  return key.type === 'Literal' ? String(key.value) : 'computed'
}

function fileOf(importer: string, specifier: string): string | null {
  const [bare = ''] = specifier.split('?')
  if (bare.startsWith('#')) return bare.slice(1)
  return bare.startsWith('.') ? normalize(join(dirname(importer), bare)) : null
}
