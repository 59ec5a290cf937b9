/** Lower case without accents ("Điện Thoại" → "dien thoai"): for searching and comparing. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replace(/[đĐ]/g, 'd').toLowerCase()
}

/** An address segment from a name: folded, "+" spoken as "plus", all else between words a hyphen. */
export function slugify(text: string): string {
  return fold(text)
    .replaceAll('+', ' plus ')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
}

/** A shelf's name within a sentence: "Thẻ nhớ - USB" → "thẻ nhớ - USB"; "USB" and "iPhone" stay as they are. */
export function inSentence(name: string): string {
  return /^\p{Lu}(?!\p{Lu})/u.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name
}
