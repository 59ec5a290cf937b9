import type { DocumentNode, FieldNode, OperationDefinitionNode, SelectionSetNode } from 'graphql'

/** The number of rows that a field of Query returns: without `size`, and at most. */
interface ListSize {
  usual: number
  max: number
}

/** Fields of Query that return lists. Any other field counts as one row. */
export type ListSizes = Readonly<Record<string, ListSize>>

/** Maximum number of tokens of a document: brackets, names, values. */
export const max_tokens = 1_000
const deepest = 10
/** Each field of Query runs at least one statement, and aliases repeat it. */
const max_root_fields = 5
const max_aliases = 15
const max_directives = 8
const max_fields = 300
/** Rows times the fields below them: all fields of a thousand shops once, not twice. */
const highest_cost = 40_000

/** The size of a document. Fragments are counted wherever they are used. */
interface Size {
  fields: number
  depth: number
  roots: number
  aliases: number
  directives: number
  asks_for_schema: boolean
}

type Fragments = ReadonlyMap<string, SelectionSetNode>

/**
 * Returns why a document is refused before it is validated, or null. Counted over all its operations, so
 * that neither validation nor execution works on an excessive document.
 */
export function documentProblem(
  document: DocumentNode,
  { has_introspection }: { has_introspection: boolean },
): string | null {
  const size: Size = {
    fields: 0,
    depth: 0,
    roots: 0,
    aliases: 0,
    directives: 0,
    asks_for_schema: false,
  }
  const fragments = fragmentsOf(document)
  for (const definition of document.definitions) {
    // Fragments are counted where they are used. Validation refuses unused ones.
    if (definition.kind !== 'OperationDefinition') continue
    size.directives += definition.directives?.length ?? 0
    measure(definition.selectionSet, { fragments, depth: 1, is_schema: false }, size)
  }
  if (size.depth > deepest) return `A query may be ${deepest} levels deep.`
  if (size.roots > max_root_fields) return `A query may have ${max_root_fields} root fields.`
  if (size.aliases > max_aliases) return `A query may use ${max_aliases} aliases.`
  if (size.directives > max_directives) return `A query may use ${max_directives} directives.`
  if (size.fields > max_fields) return `A query may name ${max_fields} fields.`
  if (size.asks_for_schema && !has_introspection) return 'The schema is not shown here.'
  return null
}

interface Position {
  fragments: Fragments
  depth: number
  /** Below __schema or __type: the library limits their depth, and its own tools send deep queries. */
  is_schema: boolean
}

function measure({ selections }: SelectionSetNode, position: Position, size: Size): void {
  if (!position.is_schema) size.depth = Math.max(size.depth, position.depth)
  for (const selection of selections) {
    // The document is refused anyway. Counting on could take minutes with fragments that use each other.
    if (size.fields > max_fields || size.depth > deepest) return
    size.fields++
    size.directives += selection.directives?.length ?? 0
    if (selection.kind === 'Field') measureField(selection, position, size)
    else if (selection.kind === 'InlineFragment') measure(selection.selectionSet, position, size)
    else {
      const fragment = position.fragments.get(selection.name.value)
      if (fragment) measure(fragment, position, size)
    }
  }
}

function measureField(field: FieldNode, position: Position, size: Size): void {
  const is_schema = field.name.value === '__schema' || field.name.value === '__type'
  if (is_schema) size.asks_for_schema = true
  if (field.alias) size.aliases++
  if (position.depth === 1) size.roots++
  if (!field.selectionSet) return
  const below = { depth: position.depth + 1, is_schema: position.is_schema || is_schema }
  measure(field.selectionSet, { ...position, ...below }, size)
}

/** Returns why an operation costs too much with the sizes it asks for, or null. */
export function costProblem(
  operation: OperationDefinitionNode,
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
  sizes: ListSizes,
): string | null {
  const fragments = fragmentsOf(document)
  const cost = rootFields(operation.selectionSet, fragments)
    .map((field) => rowsOf(field, variables, sizes) * fieldsBelow(field, fragments))
    .reduce((sum, cost_of_field) => sum + cost_of_field, 0)
  if (cost <= highest_cost) return null
  return `A query may cost ${highest_cost} fields of rows; this one costs ${cost}. Ask for fewer at once.`
}

/** Only for documents without a problem, whose fragments are not recursive. */
function rootFields({ selections }: SelectionSetNode, fragments: Fragments): FieldNode[] {
  return selections.flatMap((selection) => {
    if (selection.kind === 'Field') return [selection]
    if (selection.kind === 'InlineFragment') return rootFields(selection.selectionSet, fragments)
    const fragment = fragments.get(selection.name.value)
    return fragment ? rootFields(fragment, fragments) : []
  })
}

function fieldsBelow({ selectionSet }: FieldNode, fragments: Fragments): number {
  if (!selectionSet) return 1
  return rootFields(selectionSet, fragments).reduce(
    (sum, field) => sum + (field.selectionSet ? 1 + fieldsBelow(field, fragments) : 1),
    0,
  )
}

function rowsOf(
  field: FieldNode,
  variables: Readonly<Record<string, unknown>>,
  sizes: ListSizes,
): number {
  const size = sizes[field.name.value]
  if (!size) return 1
  const argument = field.arguments?.find(({ name }) => name.value === 'size')?.value
  const requested =
    argument?.kind === 'Variable' ? variables[argument.name.value] : literal(argument)
  const rows = typeof requested === 'number' ? requested : size.usual
  return Math.min(Math.max(rows, 1), size.max)
}

function literal(value: { kind: string; value?: unknown } | undefined): unknown {
  return value?.kind === 'IntValue' ? Number(value.value) : undefined
}

function fragmentsOf(document: DocumentNode): Fragments {
  return new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === 'FragmentDefinition'
        ? [[definition.name.value, definition.selectionSet] as const]
        : [],
    ),
  )
}
