const host = 'evil.example'
const starts = [
  '//',
  '/\\',
  '\\\\',
  '\\/',
  '/\t/',
  '/\n/',
  '/\r/',
  '\t//',
  '///',
  '////',
  '/./\\',
  '/.//',
  '/..//',
]
const schemes = [
  ...[
    'http://',
    'https://',
    'HTTPS://',
    'https:',
    'https:/',
    'https:\\\\',
    'hTTp:\\',
    'ftp://',
    'ws://',
    ' https://',
  ],
  ...[
    '\thttps://',
    '\u0000https://',
    'https:\t//',
    'ht\ntps://',
    '\u00a0https://',
    'file://',
    'blob:https://',
  ],
]
const codes = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript://localhost:3000/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'view-source:https://evil.example',
  'mailto:a@evil.example',
  'about:blank',
]
const users = [
  'http://localhost:3000',
  'https://localhost:3000',
  '//localhost:3000',
  '/\\localhost:3000',
]
const tricks = [
  `@${host}`,
  `.${host}`,
  `:80@${host}`,
  `%40${host}`,
  `\\@${host}`,
  `#@${host}`,
  `?@${host}`,
  `;@${host}`,
]
const dots = ['。', '．', '｡', '%2e', '%E3%80%82']
const slashes = ['／', '⁄', '∕', '%2f', '%5c', '%09', '%0d%0a', '%00', '%2f%2f', '%5c%5c']
const paths = ['/', '/cart', '/x?y=z', '']

/** Addresses that lead off the shop in some browser, parser or decoder (T9). */
export const hostile_addresses: readonly string[] = [
  ...starts.flatMap((start) => [start + host, `${start}${host}/cart`, `${start}${host}%2f..`]),
  ...schemes.flatMap((scheme) => [scheme + host, `${scheme}${host}/cart`]),
  ...codes,
  ...users.flatMap((user) => tricks.map((trick) => user + trick)),
  ...dots.map((dot) => `//evil${dot}example`),
  ...slashes.flatMap((slash) => [`/${slash}${host}`, `${slash}/${host}`]),
  ...paths.map((path) => `//${host}${path}`),
]
