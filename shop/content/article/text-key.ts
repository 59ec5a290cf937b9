type TextKind = 'article' | 'page'

/** Which text it is, and the row that shoppers see of it. */
export interface TextKey {
  code: string
  kind: TextKind
  /** The number of the post, or of the static page. */
  id: number
}

/** The text that a code names: bai-12 is the post 12, trang-3 the static page 3. Null: it names none. */
export function textKeyOf(code: string): TextKey | null {
  const [, prefix, digits] = /^(bai|trang)-([1-9]\d{0,14})$/.exec(code) ?? []
  if (digits === undefined) return null
  return { code, kind: prefix === 'bai' ? 'article' : 'page', id: Number(digits) }
}

export function codeOf(post_id: number): string {
  return `bai-${post_id}`
}

export function pageCodeOf(static_page_id: number): string {
  return `trang-${static_page_id}`
}
