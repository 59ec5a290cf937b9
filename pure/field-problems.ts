/** The first message for each wrong field, by its dotted path. The key `_` is the whole input. */
export function fieldProblems(
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const issue of issues) problems[issue.path.map(String).join('.') || '_'] ??= issue.message
  return problems
}
