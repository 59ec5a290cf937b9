/** The targets of each node, for example the imports of each file. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>

/** Returns the groups of two or more nodes that reach each other. */
export function cyclesOf(graph: Graph): string[][] {
  const reached = new Map([...graph.keys()].map((from) => [from, reachedFrom(graph, from)]))
  const visited = new Set<string>()
  const groups: string[][] = []
  for (const from of [...graph.keys()].sort()) {
    if (visited.has(from) || !reached.get(from)?.has(from)) continue
    const group = [...(reached.get(from) ?? [])].filter((to) => reached.get(to)?.has(from))
    for (const member of group) visited.add(member)
    if (group.length > 1) groups.push(group.sort())
  }
  return groups
}

/** The graph between groups of files. Files without a group are left out. */
export function between(graph: Graph, groupOf: (path: string) => string | null): Graph {
  const groups = new Map<string, Set<string>>()
  for (const [from, targets] of graph) {
    const group = groupOf(from)
    if (group === null) continue
    const targets_of_group = groups.get(group) ?? new Set()
    groups.set(group, targets_of_group)
    for (const target of targets) {
      const target_group = groupOf(target)
      if (target_group !== null && target_group !== group) targets_of_group.add(target_group)
    }
  }
  return groups
}

function reachedFrom(graph: Graph, from: string): Set<string> {
  const reached = new Set<string>()
  const waiting = [...(graph.get(from) ?? [])]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (reached.has(next)) continue
    reached.add(next)
    waiting.push(...(graph.get(next) ?? []))
  }
  return reached
}
