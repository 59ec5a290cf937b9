import type { ESTree } from 'vite'
import {
  type Callable,
  childrenOf,
  isCallable,
  type Meaning,
  meaningOf,
  plain,
  propertyOf,
  type Scope,
  scopeOfCall,
} from '#test/sql/source-scopes.ts'

/**
 * The SQL texts of an expression, one for each alternative that the source chooses from. Null if a name in it
 * is computed. The templates of the expression are added to `used`.
 */
export function alternativesOf({ node, scope }: Meaning, used: Set<ESTree.Node>): string[] | null {
  const texts = new Set<string>()
  try {
    for (let chosen = 0, max = 1; chosen < max; chosen++) {
      const writer: Writer = { chosen, alternatives: 1, parameters: 0, used }
      texts.add(filledIn(node, scope, writer))
      max = Math.max(max, writer.alternatives)
    }
  } catch (error) {
    if (error instanceof ComputedName) return null
    throw error
  }
  return [...texts]
}

interface Writer {
  /** The index of the alternative that is taken at each choice. */
  chosen: number
  /** The largest number of alternatives. */
  alternatives: number
  parameters: number
  used: Set<ESTree.Node>
}

/** The name of a table or column is only known at run time. */
class ComputedName extends Error {}

function textOf(template: ESTree.TaggedTemplateExpression, scope: Scope, writer: Writer): string {
  writer.used.add(template)
  const { quasis, expressions } = template.quasi
  return quasis
    .map(({ value }, index) => {
      const expression = expressions[index]
      const filled = expression === undefined ? '' : filledIn(expression, scope, writer)
      return (value.cooked ?? '') + filled
    })
    .join('')
}

function filledIn(node: ESTree.Node, scope: Scope, writer: Writer): string {
  return fragmentOf(node, scope, writer) ?? `$${++writer.parameters}`
}

/** The SQL of an expression, or null if it is a value. */
function fragmentOf(expression: ESTree.Node, scope: Scope, writer: Writer): string | null {
  const node = plain(expression)
  if (isTemplate(node)) return textOf(node, scope, writer)
  switch (node.type) {
    case 'Identifier': {
      const meaning = meaningOf(node.name, scope)
      return meaning === null || isCallable(meaning.node) ? null : read(meaning, writer)
    }
    case 'ConditionalExpression':
      return chosenOf([node.consequent, node.alternate], scope, writer)
    case 'LogicalExpression':
      return chosenOf([node.left, node.right], scope, writer)
    case 'MemberExpression':
      return memberOf(node, scope, writer)
    case 'CallExpression':
      return calledBy(node, scope, writer)
    default:
      return null
  }
}

function read({ node, scope }: Meaning, writer: Writer): string | null {
  return fragmentOf(node, scope, writer)
}

/** Whether an expression is SQL and not a value. */
export function isFragment(meaning: Meaning): boolean {
  try {
    return read(meaning, { chosen: 0, alternatives: 1, parameters: 0, used: new Set() }) !== null
  } catch (error) {
    if (error instanceof ComputedName) return true
    throw error
  }
}

/**
 * The SQL of the chosen expression. If that is a value, the next expression is taken. Choices within an
 * expression are combined with the choice between the expressions.
 */
function chosenOf(nodes: readonly ESTree.Node[], scope: Scope, writer: Writer): string | null {
  const { chosen, alternatives } = writer
  const sequence = nodes.map((_, index) => nodes[(chosen + index) % nodes.length])
  let text: string | null = null
  for (const node of sequence) {
    if (node === undefined || text !== null) break
    Object.assign(writer, { chosen: Math.floor(chosen / nodes.length), alternatives: 1 })
    text = fragmentOf(node, scope, writer)
  }
  const within = writer.alternatives * nodes.length
  Object.assign(writer, { chosen, alternatives: Math.max(alternatives, within) })
  return text
}

function memberOf(node: ESTree.MemberExpression, scope: Scope, writer: Writer): string | null {
  const { object, property, computed } = node
  if (!computed && property.type === 'Identifier') {
    const meaning = propertyOf({ node: object, scope }, property.name)
    return meaning && read(meaning, writer)
  }
  const meaning = object.type === 'Identifier' ? meaningOf(object.name, scope) : null
  const table = meaning && plain(meaning.node)
  if (meaning === null || table?.type !== 'ObjectExpression') return null
  const values = table.properties.flatMap((member) =>
    member.type === 'Property' ? [member.value] : [],
  )
  return chosenOf(values, meaning.scope, writer)
}

function calledBy(node: ESTree.CallExpression, scope: Scope, writer: Writer): string | null {
  const { callee, arguments: call_arguments } = node
  if (callee.type === 'MemberExpression' && isSql(callee.object)) {
    const { property } = callee
    return builtIn(
      property.type === 'Identifier' ? property.name : '',
      call_arguments,
      scope,
      writer,
    )
  }
  const called = calledOf(callee, scope)
  if (called === null) return null
  const values = call_arguments.map((argument): Meaning => ({ node: argument, scope }))
  return resultOf(called.node, scopeOfCall(called.node, called.scope, values), writer)
}

/** The called function: known by its name, or returned by another function. */
export function calledOf(
  callee: ESTree.Node,
  scope: Scope,
): { node: Callable; scope: Scope } | null {
  const meaning = callee.type === 'Identifier' ? meaningOf(callee.name, scope) : null
  if (meaning === null) return null
  const node = plain(meaning.node)
  if (isCallable(node)) return { node, scope: meaning.scope }
  if (node.type !== 'CallExpression') return null
  const maker = calledOf(node.callee, meaning.scope)
  if (maker?.node.body?.type !== 'BlockStatement') return null
  const call_arguments = node.arguments.map((argument): Meaning => ({
    node: argument,
    scope: meaning.scope,
  }))
  const result = returnsIn(maker.node.body)[0]
  const inner = scopeOfCall(maker.node, maker.scope, call_arguments)
  return result !== undefined && isCallable(result) ? { node: result, scope: inner } : null
}

function resultOf(called: Callable, inner: Scope, writer: Writer): string | null {
  if (called.body === null) return null
  if (called.body.type !== 'BlockStatement') return fragmentOf(called.body, inner, writer)
  return chosenOf(returnsIn(called.body), inner, writer)
}

function returnsIn(node: ESTree.Node): ESTree.Node[] {
  if (node.type === 'ReturnStatement') return node.argument === null ? [] : [node.argument]
  return childrenOf(node).flatMap((child) => (isCallable(child) ? [] : returnsIn(child)))
}

/** The SQL of sql.ref('table.column'), sql.join(fragments) and similar helpers of Kysely. */
function builtIn(
  name: string,
  [first, second]: readonly ESTree.Node[],
  scope: Scope,
  writer: Writer,
): string | null {
  if (first === undefined) return null
  if (name === 'join') {
    const separator = second === undefined ? ', ' : (fragmentOf(second, scope, writer) ?? ', ')
    return joined(first, scope, writer).join(separator)
  }
  const text = literalOf(first, scope)
  if (text === null) throw new ComputedName(name)
  if (name === 'lit') return `'${text}'`
  return name === 'raw'
    ? text
    : text
        .split('.')
        .map((part) => `"${part}"`)
        .join('.')
}

/** The elements of a list literal, or the one element that a list is mapped to. */
function joined(expression: ESTree.Node, scope: Scope, writer: Writer): string[] {
  const list = plain(expression)
  if (list.type === 'Identifier') {
    const meaning = meaningOf(list.name, scope)
    return meaning === null
      ? [filledIn(list, scope, writer)]
      : joined(meaning.node, meaning.scope, writer)
  }
  if (list.type === 'ArrayExpression') {
    return list.elements.flatMap((element_of_list) =>
      element_of_list === null ? [] : [filledIn(element_of_list, scope, writer)],
    )
  }
  const map = list.type === 'CallExpression' ? list.arguments[0] : undefined
  const element = map !== undefined && isCallable(map) ? map : null
  const text = element && resultOf(element, scopeOfCall(element, scope, []), writer)
  return [text ?? filledIn(list, scope, writer)]
}

/** A string that the source contains as a literal, or null. */
function literalOf(expression: ESTree.Node, scope: Scope): string | null {
  const node = plain(expression)
  if (node.type === 'Literal') return String(node.value)
  if (node.type === 'Identifier') {
    const meaning = meaningOf(node.name, scope)
    return meaning && literalOf(meaning.node, meaning.scope)
  }
  if (node.type !== 'TemplateLiteral') return null
  const parts = node.quasis.map(({ value }, index) => {
    const value_expression = node.expressions[index]
    const text = value_expression === undefined ? '' : literalOf(value_expression, scope)
    return text === null ? null : (value.cooked ?? '') + text
  })
  return parts.includes(null) ? null : parts.join('')
}

export function isTemplate(node: ESTree.Node): node is ESTree.TaggedTemplateExpression {
  return node.type === 'TaggedTemplateExpression' && isSql(node.tag)
}

function isSql(node: ESTree.Node): boolean {
  return node.type === 'Identifier' && node.name === 'sql'
}
