/** Dots that browsers accept in a host name (IDNA), between letters, digits or emoji and a letter. */
const dot_in_host = /(?<=[\p{L}\p{M}\p{N}\p{So}\p{Sk}_-])[.。．｡․](?=[\p{L}\p{M}])/gu
const ip_address = /\b(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})\b/g
const scheme = /\b(https?|ftp|mailto|tel|sms|data|javascript):/gi

/**
 * Breaks what mail programs and phones turn into links, so that a text of a stranger leads nowhere: "//" becomes a
 * blank, and a blank follows dots inside of host names. "TP.HCM" becomes "TP. HCM" by that, "P.5" and
 * "5.000.000đ" stay.
 */
export function withoutLinks(text: string): string {
  return text
    .replace(scheme, '$1 ')
    .replace(/[/\\]{2,}/g, ' ')
    .replace(dot_in_host, '. ')
    .replace(ip_address, '$1. $2. $3. $4')
    .replace(/ {2,}/g, ' ')
}
