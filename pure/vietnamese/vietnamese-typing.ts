/**
 * Decodes a word with Telex keys that was typed without an input method: "ddieenj" → "điện",
 * "lwng" → "lưng". Null if the keys do not make a Vietnamese syllable or change nothing. A syllable that ends in c, p
 * or t has a tone: without one, a vowel behind it is a letter, and "opo" is no "ôp".
 */
export function decodeTelex(word: string): string | null {
  if (!/^[a-z]{2,9}$/.test(word)) return null
  const letters: string[] = []
  let tone = 0
  for (const key of word) {
    const keyed_tone = telex_tones.indexOf(key)
    if (keyed_tone >= 0 && letters.some(isVowel)) tone = keyed_tone
    else if (!telexKey(letters, key)) letters.push(key)
  }
  const decoded = spell(letters, tone)
  if (tone === 0 && /[cpt]h?[aeo]$/.test(word)) return null
  return decoded === word ? null : decoded
}

/**
 * Decodes a word with VNI keys that was typed without an input method: "d9ie6n5" → "điện".
 * Null if the keys do not make a Vietnamese syllable.
 */
export function decodeVni(word: string): string | null {
  if (!/^[a-z][a-z0-9]{1,9}$/.test(word) || !/\d/.test(word)) return null
  const letters: string[] = []
  let tone = 0
  for (const key of word) {
    if (/[a-z]/.test(key)) letters.push(key)
    // One syllable has one tone: "ip13" is not a syllable.
    else if (key >= '1' && key <= '5' && tone > 0) return null
    else if (key >= '1' && key <= '5') tone = Number(key)
    else if (key === '0') tone = 0
    else if (!vniKey(letters, key)) return null
  }
  return spell(letters, tone)
}

/** Whether a folded text may be one Vietnamese syllable. */
export function isSyllable(text: string): boolean {
  return syllable.test(text)
}

const telex_tones = 'zsfrxj'
const tones = ['', '\u0301', '\u0300', '\u0309', '\u0303', '\u0323']
const hats: Record<string, string> = { a: 'â', e: 'ê', o: 'ô' }
const horns: Record<string, string> = { a: 'ă', o: 'ơ', u: 'ư' }
const bare: Record<string, string> = {
  ...{ â: 'a', ă: 'a', ê: 'e', ô: 'o', ơ: 'o', ư: 'u', đ: 'd' },
}

/** Applies a key to the letters typed before it. Returns whether it changed one of them. */
function telexKey(letters: string[], key: string): boolean {
  if (key === 'd') return letters[0] === 'd' && letters.splice(0, 1, 'đ').length === 1
  if (key in hats) {
    const at = letters.lastIndexOf(key)
    // "oo" makes a circumflex. An "o" without an earlier "o" ("ao") is a letter of its own.
    if (at < 0) return false
    letters[at] = hats[key] ?? key
    return true
  }
  if (key !== 'w') return false
  if (!horn(letters, ['a', 'o', 'u'])) letters.push('ư')
  return true
}

function vniKey(letters: string[], key: string): boolean {
  if (key === '9') return letters[0] === 'd' && letters.splice(0, 1, 'đ').length === 1
  if (key === '7') return horn(letters, ['o', 'u'])
  if (key === '8') return horn(letters, ['a'])
  const at = letters.findLastIndex((letter) => letter in hats)
  if (at < 0) return false
  letters[at] = hats[letters[at] ?? ''] ?? ''
  return true
}

/** Makes ă, ơ or ư from the last of these letters; in "uo" both letters change. */
function horn(letters: string[], which: readonly string[]): boolean {
  const at = letters.findLastIndex((letter) => which.includes(letter))
  if (at < 0) return false
  if (letters[at] === 'o' && letters[at - 1] === 'u') letters[at - 1] = 'ư'
  letters[at] = horns[letters[at] ?? ''] ?? ''
  return true
}

function spell(letters: readonly string[], tone: number): string | null {
  const plain = letters.map((letter) => bare[letter] ?? letter).join('')
  if (!syllable.test(plain)) return null
  if (tone === 0) return letters.join('')
  const at = toneIndex(letters)
  const toned = letters.map((letter, index) => (index === at ? letter + tones[tone] : letter))
  return toned.join('').normalize('NFC')
}

/** A Vietnamese syllable without accents: onset, nucleus, coda. */
const syllable =
  /^(?:b|ch?|d|gh?|gi|h|kh?|l|m|ngh?|nh?|p|ph|qu|r|s|th?|tr?|v|x)?(?:[aeiouy]|a[iouy]|e[ou]|i(?:a|eu?|u)|o(?:a[ioy]?|eo?|i|o)|u(?:a[iy]?|e|i|o[iu]?|u|y[aeu]?)|yeu?)(?:ch?|m|ng?|nh|p|t)?$/

/** The index of the letter that carries the tone mark. */
function toneIndex(letters: readonly string[]): number {
  const marked = letters.findLastIndex((letter) => isVowel(letter) && letter in bare)
  if (marked >= 0) return marked
  const vowels = letters.flatMap((letter, index) => (isVowel(letter) ? [index] : []))
  // The u of "qu" and the i of "gi" belong to the onset.
  const onset = /^(?:qu|gi)[aeiouy]/.test(letters.join(''))
  const own = onset ? vowels.slice(1) : vowels
  const is_closed = own.at(-1) !== letters.length - 1
  return (is_closed || own.length === 3 ? own.at(own.length === 3 ? 1 : -1) : own[0]) ?? 0
}

function isVowel(letter: string): boolean {
  return 'aeiouyâăêôơư'.includes(letter)
}
