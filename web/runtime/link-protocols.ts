/** Protocols that a link may have. All others (javascript:, data:, blob: …) are refused (contract §5). */
export const link_protocols: ReadonlySet<string> = new Set([
  'http:',
  'https:',
  'mailto:',
  'tel:',
  'sms:',
])
