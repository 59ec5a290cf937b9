/** A form as nested data. */
type FormTree = { [key: string]: FormValue }
type FormValue = string | FormValue[] | FormTree

const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])
const MAX_INDEX = 500

/**
 * Turns flat form fields into nested data: `QuoteItems[0][meta][imei_id]=7` becomes
 * `{ QuoteItems: [{ meta: { imei_id: '7' } }] }`. `item_ids[]=1` appends to a list. A value that is the
 * JSON text of an object or list is parsed. Fields with unsafe names are dropped.
 */
export function formTree(fields: Iterable<readonly [string, string]>): Record<string, unknown> {
  const root: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  for (const [name, value] of fields) {
    const path = fieldPath(name)
    if (path) put(root, path, fieldValue(value))
  }
  return root
}

function fieldPath(name: string): string[] | null {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name)
  if (!match) return null
  const rest = [...(match[2] ?? '').matchAll(/\[([^[\]]*)\]/g)].map((part) => part[1] ?? '')
  const path = [match[1] ?? '', ...rest]
  return path.some((key) => FORBIDDEN.has(key)) ? null : path
}

function fieldValue(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

function put(target: Record<string, unknown> | unknown[], path: string[], value: unknown): void {
  const [key = '', ...rest] = path
  const position = Array.isArray(target) ? listIndex(target, key) : key
  if (position === null) return
  const container = target as Record<string | number, unknown>
  if (rest.length === 0) {
    container[position] = value
    return
  }
  const nested = container[position]
  const isList = /^\d*$/.test(rest[0] ?? '')
  const next = typeof nested === 'object' && nested !== null ? nested : isList ? [] : {}
  container[position] = next
  put(next as Record<string, unknown> | unknown[], rest, value)
}

function listIndex(list: unknown[], key: string): number | null {
  if (key === '') return list.length
  return /^\d{1,3}$/.test(key) && Number(key) <= MAX_INDEX ? Number(key) : null
}
