import { fold } from '#pure/vietnamese/vietnamese-text.ts'

const typed_kind = /^(?:(?:phuong|xa|dac khu|thi tran|tt|dk)(?: |$)|[px](?: |(?=\d)))/
const accented_kind =
  /^(?:phường|xã|đặc khu|thị trấn|phuong|xa|dac khu|thi tran|tt|đk|dk|p|x)[\s.]+/
const kind_of_name = /^(phuong|xa|dac khu) /

/**
 * The folded words of a ward search: "P. Tân Định" → tan, dinh. The typed kind of unit is left out, because
 * wards change it and shoppers remember the former one. Wildcards of LIKE are removed. Returns at most eight
 * words, because no ward has more.
 */
export function wardWords(typed: string): string[] {
  const name = wardNames(typed).at(-1) ?? ''
  return name === '' ? [] : name.split(' ').slice(0, 8)
}

/**
 * The folded names that the typed text can mean, with and without its first word where that is a kind of unit:
 * "phuong liet" is Phường Liệt or Phường Phương Liệt.
 */
export function wardNames(typed: string): string[] {
  const folded = foldedWords(typed)
  const without_kind = folded.replace(typed_kind, '')
  return without_kind === folded ? [folded] : [folded, without_kind]
}

/** The typed text with its accents, in small letters and without a kind of unit. */
export function spelledWardName(typed: string): string {
  return typed.normalize('NFC').toLowerCase().trim().replace(accented_kind, '')
}

/** True if each search word is the beginning of a word of the name. The kind of unit does not count. */
export function hasWardWords(name: string, words: readonly string[]): boolean {
  const folded = ` ${nameWithoutKind(name)}`
  return words.every((word) => folded.includes(` ${word}`))
}

/** True if the typed text is the whole name. Accents and the kind of unit do not count. */
export function isWardName(name: string, typed: string): boolean {
  return wardNames(typed).includes(nameWithoutKind(name))
}

/** True if the typed text is the whole name with its accents. The kind of unit does not count. */
export function hasWardSpelling(name: string, typed: string): boolean {
  return spelledWardName(name) === spelledWardName(typed)
}

/** The folded name without its kind of unit: "Phường Tân Định" → "tan dinh". */
export function nameWithoutKind(name: string): string {
  return foldedWords(name).replace(kind_of_name, '')
}

function foldedWords(text: string): string {
  return fold(text)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}
