/** Folds a text to lower case without accents, for search and comparison: "Điện Thoại" → "dien thoai". */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replace(/[đĐ]/g, 'd').toLowerCase()
}

/** Makes a URL segment from a name: folded, "+" as "plus", other characters between words as one hyphen. */
export function slugify(text: string): string {
  return fold(text)
    .replaceAll('+', ' plus ')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
}

/** A category name within a sentence: "Thẻ nhớ - USB" → "thẻ nhớ - USB". "USB" and "iPhone" are unchanged. */
export function inSentence(name: string): string {
  return /^\p{Lu}(?!\p{Lu})/u.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name
}
