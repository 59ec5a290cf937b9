const hidden = '[hidden]'

/** Tokens and secrets of orders, by the forms in which this shop makes them or requests carry them. */
const secrets = [
  /\bg_[\w-]{20,}/g,
  /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g,
  /\b[0-9a-f]{40}\b/g,
  /(?<=\bBearer\s+)[^\s"\\]+/gi,
  /(?<=[?&](?:key|secret|token|state|credential)=)[^&\s"\\]+/g,
]

/** A digit of a phone number, after what people and addresses put between digits. */
const digit = String.raw`(?:(?:[ .()+-]|%2[0BDE]){0,2}\d)`
/** Neither within a longer number nor after a decimal point; but after a % sequence of an address. */
const start = String.raw`(?:(?<![\w.+-])|(?<=%[0-9A-F]{2}))`
/** Vietnamese mobile numbers in any spelling. */
const phone = new RegExp(
  String.raw`${start}(?:(?:\+84|0(?:084)?(?!\.))${digit}{9,10}|84${digit}{9})(?![\d-])`,
  'gi',
)

/** Hides what may stand in the middle of somebody else's text: an address, the message of an error. */
export function withoutSecrets(text: string): string {
  const without_tokens = secrets.reduce((rest, pattern) => rest.replace(pattern, hidden), text)
  return without_tokens.replace(phone, maskedPhone)
}

/** A phone in a log keeps its last three digits: enough to find a call and too few to dial. */
export function maskedPhone(phone_number: string): string {
  const digits = phone_number.replace(/\D/g, '')
  return `•••${digits.slice(-3)}`
}
