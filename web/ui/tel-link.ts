/** The tel link of a printed phone number: "1800 2064" → "tel:18002064". */
export function telLink(number: string): string {
  return `tel:${number.replace(/[^\d+]/g, '')}`
}
