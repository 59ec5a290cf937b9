import type { DocumentNode, FieldNode, OperationDefinitionNode, SelectionSetNode } from 'graphql'

/** How many rows a field of Query gives: without `size`, and at most. */
export interface ListSize {
  usual: number
  most: number
}

/** Fields of Query that give lists; any other field counts as one row. */
export type ListSizes = Readonly<Record<string, ListSize>>

/** Signs of a document that are read at all: brackets, names, values. */
export const most_tokens = 1_000
const deepest = 10
/** Each field of Query is a statement at least, and aliases repeat it. */
const most_root_fields = 5
const most_aliases = 15
const most_directives = 8
const most_fields = 300
/** Rows times fields below them: all fields of a thousand shops once, not twice. */
const highest_cost = 40_000

/** What a document comes to, with fragments counted wherever they are used. */
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
 * Why a document is refused before anything else looks at it, or null. Counted over all its
 * operations, so that neither validation nor execution ever works on a flood.
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
    // Fragments count where they are used; one that nobody uses is refused by validation.
    if (definition.kind !== 'OperationDefinition') continue
    size.directives += definition.directives?.length ?? 0
    measure(definition.selectionSet, { fragments, depth: 1, is_schema: false }, size)
  }
  if (size.depth > deepest) return `A query may be ${deepest} levels deep.`
  if (size.roots > most_root_fields) return `A query may ask ${most_root_fields} things at once.`
  if (size.aliases > most_aliases) return `A query may use ${most_aliases} aliases.`
  if (size.directives > most_directives) return `A query may use ${most_directives} directives.`
  if (size.fields > most_fields) return `A query may name ${most_fields} fields.`
  if (size.asks_for_schema && !has_introspection) return 'The schema is not shown here.'
  return null
}

interface Position {
  fragments: Fragments
  depth: number
  /** Below __schema or __type: the library limits how deep these go, and its own tools ask deeply. */
  is_schema: boolean
}

function measure({ selections }: SelectionSetNode, position: Position, size: Size): void {
  if (!position.is_schema) size.depth = Math.max(size.depth, position.depth)
  for (const selection of selections) {
    // Enough is known; going on would let a few fragments that use each other count for minutes.
    if (size.fields > most_fields || size.depth > deepest) return
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

/** Why an operation that is about to run costs too much with the sizes it asks for, or null. */
export function costProblem(
  operation: OperationDefinitionNode,
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
  sizes: ListSizes,
): string | null {
  const fragments = fragmentsOf(document)
  const cost = rootFields(operation.selectionSet, fragments)
    .map((field) => rowsOf(field, variables, sizes) * fieldsBelow(field, fragments))
    .reduce((sum, each) => sum + each, 0)
  if (cost <= highest_cost) return null
  return `A query may cost ${highest_cost} fields of rows; this one costs ${cost}. Ask for fewer at once.`
}

/** Only for documents without a problem, whose fragments end. */
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
  const given = field.arguments?.find((argument) => argument.name.value === 'size')?.value
  const asked = given?.kind === 'Variable' ? variables[given.name.value] : literal(given)
  const rows = typeof asked === 'number' ? asked : size.usual
  return Math.min(Math.max(rows, 1), size.most)
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
