const weights = [31, 29, 23, 19, 17, 13, 7, 5, 3]
const highest_birth_province = 96

/**
 * Returns a Vietnamese tax code as printed on an invoice, or null if the text is not one. A company has ten
 * digits with a check digit, and "-NNN" for a branch. Households and individuals use the twelve digits of
 * their personal ID since 2025-07-01 (Circular 86/2024/TT-BTC). Blanks, dots, full-width digits and every form of
 * the hyphen before a branch are accepted, as people copy them from documents.
 */
export function readTaxCode(text: string): string | null {
  const compact = text
    .normalize('NFKC')
    .replace(/[\s.·]/g, '')
    .replace(/[‐-―−]/g, '-')
  const company = /^(\d{10})(?:-?(\d{3}))?$/.exec(compact)
  if (company) {
    const [, number = '', branch] = company
    if (branch === '000' || !isChecked(number)) return null
    return branch === undefined ? number : `${number}-${branch}`
  }
  return isPersonalId(compact) ? compact : null
}

/** The check digit is d10 = 10 − (weighted sum of the first nine) mod 11. If that gives 10, the code is not valid. */
function isChecked(number: string): boolean {
  const sum = weights.reduce((total, weight, index) => total + weight * Number(number[index]), 0)
  return 10 - (sum % 11) === Number(number[9])
}

/** A personal ID begins with the province of birth, 001 to 096. */
function isPersonalId(digits: string): boolean {
  if (!/^\d{12}$/.test(digits)) return false
  const province = Number(digits.slice(0, 3))
  return province >= 1 && province <= highest_birth_province
}
