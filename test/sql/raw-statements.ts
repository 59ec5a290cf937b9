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

/** A raw statement of the source, with its fragments filled in. */
export interface RawStatement {
  /** file:line */
  location: string
  text: string
}

/** The raw SQL of the source. */
export interface RawSql {
  statements: RawStatement[]
  /** Statements that name a table or column by a value: their text is only known at run time. */
  computed: string[]
  /** Templates that are part of no statement. */
  unused: string[]
}

/**
 * Reads every sql`…` that is executed, from the source alone. Fragments are followed through constants,
 * functions, arguments and imports. Every other value becomes a parameter. If the source chooses between
 * fragments, each alternative is a separate statement.
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
  const raw_sql: RawSql = { statements: [], computed: [], unused: [] }
  for (const execution of executions) {
    // A function that is called with SQL is read with these arguments, and not without them.
    if (execution.within.some((callable) => filled.has(callable))) continue
    const location = locationOf(execution.node, execution.scope)
    const texts = alternativesOf(execution, used)
    if (texts === null) raw_sql.computed.push(location)
    else raw_sql.statements.push(...texts.map((text) => ({ location, text })))
  }
  raw_sql.unused = [...templates].flatMap(([node, location]) => (used.has(node) ? [] : [location]))
  return raw_sql
}

/** An SQL expression that is executed. */
interface Execution extends Meaning {
  /** The functions that contain it. */
  within: readonly ESTree.Node[]
}

const max_depth = 5

/**
 * The executions of a body, and of functions that it calls with SQL. Such functions are added to `filled`.
 */
function executionsIn(
  body: ESTree.Node,
  scope: Scope,
  filled: Set<ESTree.Node>,
  depth = 0,
): Execution[] {
  const executions: Execution[] = []
  visit(body, scope, [], (node, around, within) => {
    if (node.type !== 'CallExpression') return
    const executed = executedBy(node, around)
    if (executed !== null) executions.push({ ...executed, within })
    const called = calledWithSql(node, around)
    if (called === null || depth >= max_depth) return
    filled.add(called.node)
    for (const part of childrenOf(called.node)) {
      executions.push(...executionsIn(part, called.scope, filled, depth + 1))
    }
  })
  return executions
}

/** The SQL before `.execute(db)`: a template, or a name of one. */
function executedBy({ callee }: ESTree.CallExpression, scope: Scope): Meaning | null {
  if (callee.type !== 'MemberExpression') return null
  const { object, property } = callee
  const is_execute = property.type === 'Identifier' && property.name === 'execute'
  return is_execute && isFragment({ node: object, scope }) ? { node: object, scope } : null
}

/** A function that is called with SQL, and the scope of its parameters then. */
function calledWithSql({ callee, arguments: call_arguments }: ESTree.CallExpression, scope: Scope) {
  const called = calledOf(callee, scope)
  const values = call_arguments.map((argument): Meaning => ({ node: argument, scope }))
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
