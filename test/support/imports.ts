import { dirname, join } from 'node:path'

/** One import between two files of the repository. */
export interface Import {
  from: string
  to: string
  /** Erased before the code runs. */
  is_type: boolean
}

const statements =
  /^(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?'([^']+)'|\bimport\(\s*'([^']+)'/gm

/** Returns a file's imports from the repository (`#shop/…` and `./…`), without packages. */
export function importsOf(path: string, text: string): Import[] {
  return [...text.matchAll(statements)].flatMap(([, type, named, loaded]) => {
    const to = fileOf(path, named ?? loaded ?? '')
    return to === null ? [] : [{ from: path, to, is_type: type !== undefined }]
  })
}

function fileOf(path: string, specifier: string): string | null {
  if (specifier.startsWith('#')) return specifier.slice(1)
  return specifier.startsWith('.') ? join(dirname(path), specifier) : null
}

/** Returns groups of names that reach each other in a cycle, each sorted; empty without cycles. */
export function cyclesOf(edges: readonly Pick<Import, 'from' | 'to'>[]): string[][] {
  const targets = Map.groupBy(edges, ({ from }) => from)
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const cycles: string[][] = []

  // Tarjan's algorithm: a name whose lowest reachable name is itself closes a group.
  function visit(name: string): void {
    order.set(name, order.size)
    lowest.set(name, order.get(name) ?? 0)
    open.push(name)
    for (const { to } of targets.get(name) ?? []) {
      if (!order.has(to)) visit(to)
      if (open.includes(to)) {
        lowest.set(name, Math.min(lowest.get(name) ?? 0, lowest.get(to) ?? 0))
      }
    }
    if (lowest.get(name) !== order.get(name)) return
    const group = open.splice(open.indexOf(name))
    if (group.length > 1 || targets.get(name)?.some(({ to }) => to === name)) {
      cycles.push(group.toSorted())
    }
  }

  for (const name of targets.keys()) if (!order.has(name)) visit(name)
  return cycles
}
