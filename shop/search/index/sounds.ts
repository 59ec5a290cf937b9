/** Finds foreign words as Vietnamese speakers hear and write them: "mác" for "max", "ai phôn" for "iphone". */
export interface Sounds {
  add(word: string): void
  /**
   * Returns the known words that sound like a folded word, including itself. With `is_spelt` the word is
   * written in Vietnamese, so that every letter is heard ("rê" ends in a vowel, "re" of "more" does not).
   */
  soundingLike(word: string, is_spelt?: boolean): readonly string[]
}

const shortest = 3
const longest = 14

export function createSounds(): Sounds {
  const words = new Map<string, string[]>()
  return {
    add(word) {
      const sound = soundOf(word)
      if (sound === null) return
      const same = words.get(sound)
      if (!same) words.set(sound, [word])
      else if (!same.includes(word)) same.push(word)
    },
    soundingLike(word, is_spelt = false) {
      const sound = soundOf(word, is_spelt)
      return sound === null ? [] : (words.get(sound) ?? [])
    },
  }
}

/**
 * Reduces a word to its sound for a Vietnamese speaker. Syllables end in m n ng p t c or a vowel, an extra
 * vowel separates two consonants ("pờ rô"), English "a-e" is "ê" ("gêm"). Null for words that are too short or
 * too long, or have other characters than a-z.
 */
export function soundOf(word: string, is_spelt = false): string | null {
  if (word.length < shortest || word.length > longest || !/^[a-z]+$/.test(word)) return null
  const own = is_spelt ? rules : [...english, ...rules]
  const sound = own.reduce((text, [what, as]) => text.replace(what, as), word)
  return sound.length < shortest ? null : sound
}

type Rule = readonly [what: RegExp, as: string]

/** English spellings that are not pronounced as they are written. */
const english: readonly Rule[] = [
  [/tch/g, 't'],
  [/air/g, 'e'],
  [/(?<=[a-z])er$/, 'o'],
  // The silent "e" of game, phone, lite.
  [/a([bcdfgklmnprstv]|ph)e$/, 'e$1'],
  [/i([bcdfgklmnprstv]|ph)e$/, 'ai$1'],
  [/([ou](?:[bcdfgklmnprstv]|ph))e$/, '$1'],
]

const rules: readonly Rule[] = [
  // One letter for one sound.
  [/ph/g, 'f'],
  [/sh/g, 's'],
  [/ck|k|q/g, 'c'],
  [/oo/g, 'u'],
  [/w/g, 'o'],
  [/y/g, 'i'],
  // "iPhone", "iPad".
  [/^i(?=[bcdfghlmnprstvx])/, 'ai'],
  [/x$/, 'c'],
  [/(?<=[aeiou])x(?=[aeiou])/g, 'cs'],
  [/x/g, 's'],
  // "sao mi" for "xiaomi".
  [/sia/g, 'sa'],
  [/^([bcdfgpst])o(?=[rl])/, '$1'],
  [/([a-z])\1/g, '$1'],
  // Ends of syllables.
  [/[lr](?=[bcdfghmnpstv])|(?<=[aeiou])r$/g, ''],
  [/(?<=[aeiou])(?:ds|d|s|ts)$/, 't'],
  [/d(?=[bcfghlmnpst])/g, 't'],
  [/b$/, 'p'],
  [/f$/, 'p'],
  [/(?<!n)g$/, 'c'],
]
