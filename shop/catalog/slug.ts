/** The form in which addresses are kept: no slash at the ends, lower case. */
export function addressOf(path: string): string {
  return path.replace(/^\/+|\/+$/g, '').toLowerCase()
}

/** A product's name without whose guarantee it carries: "iPhone 18 Pro Max 256GB | Chính hãng VN/A". */
export function plainName(name: string): string {
  return name.split(' | ')[0] ?? name
}
