let origins: readonly string[] = []

/** Other places whose pictures the shop shows (IMAGE_HOSTS); told once, before an import. */
export function takePicturesFrom(allowed: readonly string[]): void {
  origins = allowed
}

/** A file of this shop, with its version behind it or not, or a picture that the picture service shows. */
export function isPictureAddress(address: string): boolean {
  const starts = ['/media', ...origins]
  const start = starts.find((one) => address.startsWith(`${one}/`))
  if (start === undefined || address.includes('..')) return false
  return /^\/[^\s?#"'<>\\]+(?:\?v=[\w-]{1,64})?$/.test(address.slice(start.length))
}
