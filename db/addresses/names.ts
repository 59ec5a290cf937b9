/**
 * Returns a normalised spelling for comparison: the position of tone marks ("Hòa" = "Hoà") and leading zeros do not
 * count.
 */
export function sameSpelling(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .split(/[\s-]+/)
    .map(syllable)
    .join(' ')
    .trim()
}

/** Returns `sameSpelling` without the kind of unit: a commune that became a ward kept the rest of its name. */
export function bareSpelling(name: string): string {
  return sameSpelling(name.normalize('NFC').replace(unit_kind, ''))
}

const unit_kind = /^(phường|xã|thị trấn|đặc khu) /i
const tone_marks = /[\u0300\u0301\u0303\u0309\u0323]/g

function syllable(word: string): string {
  const letters = word.normalize('NFD')
  const tone = letters.match(tone_marks)?.join('') ?? ''
  return letters.replace(tone_marks, '').replace(/^0+(?=\d)/, '') + tone
}
