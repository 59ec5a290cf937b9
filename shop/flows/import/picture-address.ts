let origins: readonly string[] = []

/** Sets the other hosts whose pictures are accepted (IMAGE_HOSTS); called once, before an import. */
export function acceptPicturesFrom(allowed: readonly string[]): void {
  origins = allowed
}

/** True for a file of this shop, with or without its version, or a picture that the picture service can show. */
export function isPictureAddress(address: string): boolean {
  const starts = ['/media', ...origins]
  const start = starts.find((prefix) => address.startsWith(`${prefix}/`))
  if (start === undefined || address.includes('..')) return false
  return /^\/[^\s?#"'<>\\]+(?:\?v=[\w-]{1,64})?$/.test(address.slice(start.length))
}
