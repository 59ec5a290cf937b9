const min_length = 20
const min_different = 10
const min_changes = 6

/**
 * Whether a token looks like words that somebody chose, and not like random characters: it is short, has few
 * different characters, or seldom changes between lower case, upper case and digits.
 */
export function isWeakToken(token: string): boolean {
  const kinds = token
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/\p{Ll}/gu, 'a')
    .replace(/\p{Lu}/gu, 'A')
  const changes = kinds.replace(/\p{N}/gu, '0').match(/(.)(?!\1|$)/gu)?.length ?? 0
  return token.length < min_length || new Set(token).size < min_different || changes < min_changes
}
