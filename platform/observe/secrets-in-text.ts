const hidden = '[hidden]'

/** Tokens and secrets of orders, in the forms that the shop generates or requests contain. */
const secrets = [
  /\bg_[\w-]{20,}/g,
  /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g,
  /\b[0-9a-f]{40}\b/g,
  /(?<=\bBearer\s+)[^\s"\\]+/gi,
  /(?<=[?&](?:key|secret|token|state|credential)=)[^&\s"\\]+/g,
]

/** A digit of a phone number, with the separators that people and URLs put before it. */
const digit = String.raw`(?:(?:[ .()+-]|%2[0BDE]){0,2}\d)`
/** Not within a longer number nor after a decimal point, but after a % sequence of a URL. */
const start = String.raw`(?:(?<![\w.+-])|(?<=%[0-9A-F]{2}))`
/** Vietnamese mobile numbers in any notation. */
const phone = String.raw`${start}(?:(?:\+84|0(?:084)?(?!\.))${digit}{9,10}|84${digit}{9})(?![\d-])`
/** Some ids of requests begin like a phone number. They stay whole: people find the line of a failed call by its id. */
const uuid = String.raw`\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b`
const uuid_or_phone = new RegExp(`(${uuid})|${phone}`, 'gi')

/** Hides secrets and phone numbers within a text from outside: a URL, the message of an error. */
export function withoutSecrets(text: string): string {
  const without_tokens = secrets.reduce((rest, pattern) => rest.replace(pattern, hidden), text)
  return without_tokens.replace(uuid_or_phone, (found: string, id?: string) => {
    return id ?? maskedPhone(found)
  })
}

/** A logged phone number keeps its last three digits: enough to find a call and too few to dial. */
export function maskedPhone(phone_number: string): string {
  const digits = phone_number.replace(/\D/g, '')
  return `•••${digits.slice(-3)}`
}
