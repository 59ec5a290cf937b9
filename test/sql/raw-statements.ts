import type { ESTree } from 'vite'
import { alternativesOf, calledOf, isFragment, isTemplate } from '#test/sql/sql-fragments.ts'
import {
  childrenOf,
  declare,
  isCallable,
  type Meaning,
  type Scope,
  scopeOfCall,
  sourceReader,
} from '#test/sql/source-scopes.ts'

/** A raw statement of the source, with the fragments it is put together from. */
export interface RawStatement {
  /** file:line */
  location: string
  text: string
}

/** What the source says in raw SQL. */
export interface RawSql {
  statements: RawStatement[]
  /** Statements that name a table or column by a value: what they say is known at run time alone. */
  computed: string[]
  /** Templates that stand in no statement that was found. */
  unused: string[]
}

/**
 * Reads every sql`…` that is executed, out of the source alone: fragments are followed through
 * constants, functions, arguments and imports; every other value becomes a parameter. Where the source
 * chooses between fragments, each alternative is a statement of its own.
 */
export function rawSqlIn(files: readonly string[]): RawSql {
  const read = sourceReader()
  const locationOf = ({ start }: ESTree.Node, { file }: Scope) =>
    `${file}:${read(file).text.slice(0, start).split('\n').length}`
  const templates = new Map<ESTree.Node, string>()
  const executions: Execution[] = []
  const filled = new Set<ESTree.Node>()
  for (const file of files) {
    const { program, scope } = read(file)
    visit(program, scope, [], (node) => {
      if (isTemplate(node)) templates.set(node, locationOf(node, scope))
    })
    executions.push(...executionsIn(program, scope, filled))
  }
  const used = new Set<ESTree.Node>()
  const found: RawSql = { statements: [], computed: [], unused: [] }
  for (const execution of executions) {
    // A function that is called with SQL is read with it, and need not be read without.
    if (execution.within.some((callable) => filled.has(callable))) continue
    const location = locationOf(execution.node, execution.scope)
    const texts = alternativesOf(execution, used)
    if (texts === null) found.computed.push(location)
    else found.statements.push(...texts.map((text) => ({ location, text })))
  }
  found.unused = [...templates].flatMap(([node, location]) => (used.has(node) ? [] : [location]))
  return found
}

/** SQL that is executed. */
interface Execution extends Meaning {
  /** The functions that it stands in. */
  within: readonly ESTree.Node[]
}

const most_depth = 5

/** Also those of functions that are called with SQL; such functions are added to `filled`. */
function executionsIn(
  body: ESTree.Node,
  scope: Scope,
  filled: Set<ESTree.Node>,
  depth = 0,
): Execution[] {
  const found: Execution[] = []
  visit(body, scope, [], (node, around, within) => {
    if (node.type !== 'CallExpression') return
    const executed = executedBy(node, around)
    if (executed !== null) found.push({ ...executed, within })
    const called = calledWithSql(node, around)
    if (called === null || depth >= most_depth) return
    filled.add(called.node)
    for (const part of childrenOf(called.node)) {
      found.push(...executionsIn(part, called.scope, filled, depth + 1))
    }
  })
  return found
}

/** What is SQL before `.execute(db)`: a template, or what stands for one. */
function executedBy({ callee }: ESTree.CallExpression, scope: Scope): Meaning | null {
  if (callee.type !== 'MemberExpression') return null
  const { object, property } = callee
  const is_execute = property.type === 'Identifier' && property.name === 'execute'
  return is_execute && isFragment({ node: object, scope }) ? { node: object, scope } : null
}

/** A function that is called with SQL, and the names that it has then. */
function calledWithSql({ callee, arguments: given }: ESTree.CallExpression, scope: Scope) {
  const called = calledOf(callee, scope)
  const values = given.map((argument): Meaning => ({ node: argument, scope }))
  if (called === null || !values.some(isFragment)) return null
  return { node: called.node, scope: scopeOfCall(called.node, called.scope, values) }
}

function visit(
  node: ESTree.Node,
  scope: Scope,
  within: readonly ESTree.Node[],
  see: (node: ESTree.Node, scope: Scope, within: readonly ESTree.Node[]) => void,
): void {
  see(node, scope, within)
  const is_callable = isCallable(node)
  const inner = is_callable || node.type === 'BlockStatement' ? innerScope(node, scope) : scope
  const around = is_callable ? [...within, node] : within
  for (const child of childrenOf(node)) visit(child, inner, around, see)
}

function innerScope(node: ESTree.Node, around: Scope): Scope {
  const scope: Scope = { file: around.file, names: new Map(), around }
  if (node.type === 'BlockStatement') declare(node.body, scope)
  return scope
}
