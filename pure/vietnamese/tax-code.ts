const weights = [31, 29, 23, 19, 17, 13, 7, 5, 3]
const highest_birth_province = 96

/**
 * A Vietnamese tax code as it is printed on an invoice: ten digits whose last one checks the others,
 * with "-NNN" for a branch, or the twelve digits of a personal ID, which serve households and
 * individuals since 2025-07-01 (Circular 86/2024/TT-BTC). Null when it is none of them.
 */
export function readTaxCode(text: string): string | null {
  const compact = text.replace(/[\s.]/g, '')
  const company = /^(\d{10})(?:-?(\d{3}))?$/.exec(compact)
  if (company) {
    const [, number = '', branch] = company
    if (branch === '000' || !isChecked(number)) return null
    return branch === undefined ? number : `${number}-${branch}`
  }
  return isPersonalId(compact) ? compact : null
}

/** d10 = 10 − (weighted sum of the nine before) mod 11; where that gives 10 there is no such code. */
function isChecked(number: string): boolean {
  const sum = weights.reduce((total, weight, index) => total + weight * Number(number[index]), 0)
  return 10 - (sum % 11) === Number(number[9])
}

/** Begins with the province of birth, 001 to 096. */
function isPersonalId(digits: string): boolean {
  if (!/^\d{12}$/.test(digits)) return false
  const province = Number(digits.slice(0, 3))
  return province >= 1 && province <= highest_birth_province
}
