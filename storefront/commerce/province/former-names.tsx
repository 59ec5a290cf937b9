/** The names before 2025-07-01 of the provinces that became one. */
export function FormerNames({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null
  return <span className="block text-xs font-normal text-muted">Gồm cả {names.join(', ')}</span>
}
