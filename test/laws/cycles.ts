/** Who imports whom. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>

/** What cannot be read without each other: the groups of two and more that lead back to themselves. */
export function cyclesOf(graph: Graph): string[][] {
  const reached = new Map([...graph.keys()].map((from) => [from, reachedFrom(graph, from)]))
  const seen = new Set<string>()
  const groups: string[][] = []
  for (const from of [...graph.keys()].sort()) {
    if (seen.has(from) || !reached.get(from)?.has(from)) continue
    const group = [...(reached.get(from) ?? [])].filter((to) => reached.get(to)?.has(from))
    for (const one of group) seen.add(one)
    if (group.length > 1) groups.push(group.sort())
  }
  return groups
}

/** The same graph between groups of files; what stands in none is left out. */
export function between(graph: Graph, groupOf: (path: string) => string | null): Graph {
  const groups = new Map<string, Set<string>>()
  for (const [from, targets] of graph) {
    const group = groupOf(from)
    if (group === null) continue
    const known = groups.get(group) ?? new Set()
    groups.set(group, known)
    for (const target of targets) {
      const other = groupOf(target)
      if (other !== null && other !== group) known.add(other)
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
