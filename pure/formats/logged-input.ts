import type { z } from 'zod'

const max_depth = 4
const max_fields = 30
const max_items = 5

/** What is read of a schema: enough to know which values it lists, and its parts. */
interface Def {
  type: string
  innerType?: z.ZodType
  in?: z.ZodType
  options?: readonly z.ZodType[]
  element?: z.ZodType
  shape?: Readonly<Record<string, z.ZodType>>
  entries?: Readonly<Record<string, unknown>>
  values?: readonly unknown[]
}

/**
 * The input of a failed call for the log (contract §8), by the types of its schema. Numbers, flags and values that the
 * schema lists are shown. Any other text may be a phone, a name or a secret: only its length is. What the schema does
 * not name is left out.
 */
export function loggedInput(schema: z.ZodType, input: unknown): unknown {
  return shown([schema], input, 0)
}

function shown(schemas: readonly z.ZodType[], value: unknown, depth: number): unknown {
  if (value === null || value === undefined) return value
  const defs = schemas.flatMap(plainDefs)
  switch (typeof value) {
    case 'number':
    case 'boolean':
      return value
    case 'string':
      return defs.some((def) => listed(def).includes(value)) ? value : `text(${value.length})`
    case 'object':
      if (depth >= max_depth) return '…'
      return Array.isArray(value) ? items(defs, value, depth) : fields(defs, value, depth)
    default:
      return typeof value
  }
}

function items(defs: readonly Def[], values: readonly unknown[], depth: number): unknown[] {
  const elements = defs.flatMap(({ element }) => element ?? [])
  const first = values.slice(0, max_items).map((value) => shown(elements, value, depth + 1))
  return values.length > max_items ? [...first, `+${values.length - max_items}`] : first
}

function fields(defs: readonly Def[], value: object, depth: number): Record<string, unknown> {
  const known = Object.entries(value).flatMap(([name, part]) => {
    const schemas = defs.flatMap(({ shape }) =>
      shape !== undefined && Object.hasOwn(shape, name) ? (shape[name] ?? []) : [],
    )
    return schemas.length === 0 ? [] : [[name, shown(schemas, part, depth + 1)] as const]
  })
  return Object.fromEntries(known.slice(0, max_fields))
}

/** What a schema is below its wrappers: optional, default, pipe and the options of unions. */
function plainDefs(schema: z.ZodType): Def[] {
  const def = schema.def as Def
  const inner = def.innerType ?? def.in
  if (inner !== undefined) return plainDefs(inner)
  return def.type === 'union' ? (def.options ?? []).flatMap(plainDefs) : [def]
}

function listed({ entries, values }: Def): readonly unknown[] {
  return values ?? (entries === undefined ? [] : Object.values(entries))
}
