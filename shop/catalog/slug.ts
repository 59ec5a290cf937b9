/** Returns an address in the form in which it is stored: lower case, no slash at either end. */
export function addressOf(path: string): string {
  return path.replace(/^\/+|\/+$/g, '').toLowerCase()
}

/** Returns a product's name without the guarantor: "iPhone 18 Pro | Chính hãng VN/A" → "iPhone 18 Pro". */
export function plainName(name: string): string {
  return name.split(' | ')[0] ?? name
}
