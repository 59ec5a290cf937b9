/** Returns numbers from 0 to below 1, the same sequence for the same seed. */
export type Random = () => number

/** A malformed request: its bytes, and how the client ends. */
export interface MalformedRequest {
  bytes: Buffer
  /** The client closes the connection within the body. */
  is_cut?: boolean
  /**
   * The end of the request is ambiguous. It must be refused, or a server behind it could read another
   * request.
   */
  is_smuggling?: boolean
}

type Make = (random: Random) => MalformedRequest

const services = [
  ...['/api/sso/auth/guest-token', '/api/cart/v1/cart', '/api/cart/v1/quote'],
  ...['/api/cart/v1/quote/address', '/api/cart/v1/quote/province', '/api/cart/v1/order'],
  ...['/api/cart/v1/order/payment', '/api/search/v1/suggest', '/api/search/v1/products'],
  ...['/api/dashboard/graphql/query', '/api/payment/webhook/sepay', '/api/payment/webhook/payos'],
  ...['/session', '/cart', '/_data/cart', '/cart/payment', '/no-such-page', '/'],
]
const pages = [
  '/',
  '/dien-thoai',
  '/tim-kiem',
  '/cart',
  '/_data/',
  '/image/',
  '/media/',
  '/assets/',
]

const request_lines: Make[] = [
  (random) => raw(noise(random, 1 + random() * 300)),
  (random) => raw(Buffer.concat([noise(random, 40), text('\r\n\r\n')])),
  () => raw(text('GET\r\n\r\n')),
  () => raw(text('GET / HTTP/9.9\r\nHost: a\r\n\r\n')),
  () => raw(text('get / http/1.1\r\nHost: a\r\n\r\n')),
  () => raw(text('GET / HTTP/1.1 extra\r\nHost: a\r\n\r\n')),
  () => raw(text(' GET / HTTP/1.1\r\nHost: a\r\n\r\n')),
  () => raw(text('GET  /  HTTP/1.1\r\nHost: a\r\n\r\n')),
  () => raw(text('GET / HTTP/1.1\nHost: a\n\n')),
  () => raw(text('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')),
  () => raw(Buffer.from('16030100c6010000c20303', 'hex')),
  (random) => ask('GET', `/${'a'.repeat(random() * 90_000)}`),
  () => ask('GET', 'http://other.example/cart'),
  () => ask('GET', '*'),
  () => ask('GET', 'no-slash'),
  () => ask('GET', '//evil.example/%2f..'),
]

const methods: Make[] = [
  ...['TRACE', 'CONNECT', 'PROPFIND', 'OPTIONS', 'PATCH', 'DELETE', 'PUT', 'LOCK', 'PURGE', 'HEAD'],
  ...['FOO', 'G\x00T', 'POSTPOSTPOST'],
].map((method) => (random: Random) => ask(method, one(random, services)))

const headers: Make[] = [
  () => get(['no colon here']),
  () => get(['Name : space before']),
  () => get([': no name']),
  () => get(['X: a\r\n folded']),
  () => get(['X: \x00\x01\x02']),
  () => get(['X: \xff\xfe\xfd']),
  () => get(['X: a\rb']),
  () => get(['Host: b', 'Host: c']),
  () => raw(text('GET / HTTP/1.1\r\nConnection: close\r\n\r\n')),
  (random) => get(Array.from({ length: 50 + random() * 3_000 }, (_, n) => `X-${n}: ${n}`)),
  (random) => get([`X: ${'a'.repeat(random() * 120_000)}`]),
  () => get(['Range: bytes=9-1,-,a-']),
  () => get(['If-None-Match: "', 'If-Modified-Since: never']),
  () => get(['Accept-Encoding: br;q=x, gzip;q=-1, *;q=9', 'Accept-Language: \xe0\xa4']),
  () => get(['Expect: 100-continue', 'Expect: everything']),
  () => get(['Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Key: x']),
  () =>
    get(['Authorization: Bearer \xc3\x28', 'X-Forwarded-For: ;;,, ,[::', 'X-Forwarded-Proto: :']),
  () => get(['Authorization: Basic !!!', 'Idempotency-Key: \x7f']),
  () => get(['Origin: null', 'Sec-Fetch-Site: sideways', 'Referer: \\\\']),
]

const cookies: Make[] = [
  '%',
  'token=%E0%A4%A',
  'token=%zz; member_token=%',
  ';;;=;=;',
  'token=\xff\xfe; USER=%7B%22',
  'token="unclosed',
  `token=${'a'.repeat(7_000)}`,
  Array.from({ length: 300 }, (_, n) => `c${n}=${n}`).join('; '),
  'USER={"id":; province=-1; province=99999999999999999999; redirectUri=//evil',
  'province=%00; token=\u202e; __proto__=1; constructor=1',
].map((cookie) => (random: Random) => get([`Cookie: ${cookie}`], one(random, pages)))

const percent: Make[] = [
  ...['%', '%f', '%zz', '%ff%fe', '%00', '%E0%A4%A', '..%2f..%2fetc%2fpasswd', '%c0%ae%c0%ae/'],
  ...['%u1234', '%25%25%', '?a=%', '?a=%ff&b[=1&c]=2&d[[[]=3', `?q=${'%E1%BB%'.repeat(300)}`],
  ...['?page=-1', '?page=1e9', '?page=99999999999999999999', '?order=%27%3B--', '?q=%F0%9F%92'],
  ...['99999x,webp,q100/h/%', '-1x,webp/../..', '600x,webp,q100/localhost:1/%00.png'],
].map((tail) => (random: Random) => ask('GET', one(random, pages) + tail))

const json: Make[] = [
  ...[
    '',
    '{',
    '{"a":',
    '[]',
    'null',
    '1',
    '"text"',
    '{"a":1}}',
    '{"a":1,}',
    "{'a':1}",
    'NaN',
    '\ufeff{}',
  ],
  ...['{"item_id":1e999}', '{"item_id":-0}', '{"item_id":9007199254740993,"item_quantity":0.5}'],
  ...[
    '{"item_id":{"$gt":0}}',
    '{"item_id":[1]}',
    '{"item_id":"١"}',
    '{"__proto__":{"a":1},"constructor":{}}',
  ],
  ...['{"Quote":[],"QuoteItems":{"length":1e9}}', '{"QuoteItems":[null,1,"a"]}', '{"a":"\\ud800"}'],
  ...['{"token":"\\u0000","name":"\\u0000","phone":"\\u0000"}', '{"query":"{","variables":[]}'],
  ...[`{"query":"${'{a'.repeat(3_000)}"}`, `{"name":"${'ạ'.repeat(200_000)}"}`],
  ...['['.repeat(50_000), '{"a":'.repeat(20_000), `${'['.repeat(5_000)}${']'.repeat(5_000)}`],
].map((body) => (random: Random) => post(random, 'application/json', text(body, 'utf8')))

const bodies: Make[] = [
  (random) => post(random, 'application/json', noise(random, 500)),
  (random) => post(random, 'application/json; charset=utf-7', text('+AHs-+AH0-')),
  (random) =>
    post(
      random,
      'application/xml',
      text('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'),
    ),
  (random) => post(random, 'text/plain', text('{"item_id":1}')),
  (random) => post(random, '', text('item_id=1')),
  (random) => post(random, '/;;;', text('x')),
  (random) => post(random, 'application/json', noise(random, 300), ['Content-Encoding: gzip']),
  (random) => post(random, form, text('a=%&b=%zz&=&&&==')),
  (random) => post(random, form, text(`${'a[b]'.repeat(2_000)}=1`)),
  (random) => post(random, form, text(`QuoteItems${'[0]'.repeat(3_000)}=1`)),
  (random) =>
    post(random, form, text('__proto__[a]=1&constructor[prototype][b]=2&a[__proto__][c]=3')),
  (random) =>
    post(random, form, text('QuoteItems[4294967296][item_id]=1&QuoteItems[-1]=2&Quote[]=3')),
  (random) =>
    post(random, form, text(Array.from({ length: 20_000 }, (_, n) => `k${n}=1`).join('&'))),
  (random) => post(random, form, noise(random, 400)),
]

const form = 'application/x-www-form-urlencoded'
const part = (name: string, value: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

const multiparts: Make[] = [
  ...['', '--x', '--x--', '--x\r\n\r\n--x--', `${part('a', '1')}`, `${part('a', '1')}--y--\r\n`],
  ...[
    '--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--',
    `--x\r\n${'A: b\r\n'.repeat(3_000)}\r\n1\r\n--x--`,
  ],
  ...[
    `${part('__proto__[a]', '1')}${part('QuoteItems[0][[[meta', '{')}--x--`,
    `${part('a', '1').repeat(3_000)}--x--`,
  ],
  ...[`${part('QuoteItems[0][meta]', '{"a":')}--x--`, `${part('\xff', '\xff\xfe')}--x--`],
  ...[
    `--x\r\nContent-Disposition: form-data; name="f"; filename="../../a"\r\n\r\n${'a'.repeat(5_000)}\r\n--x--`,
  ],
  ...[
    `--x\r\nContent-Disposition: form-data; name="f"; filename*=UTF-8''%zz\r\nContent-Transfer-Encoding: base64\r\n\r\n!\r\n--x--`,
  ],
].flatMap((body) => [
  (random: Random) => post(random, 'multipart/form-data; boundary=x', text(body)),
  (random: Random) =>
    post(
      random,
      one(random, [
        'multipart/form-data',
        'multipart/form-data; boundary=',
        `multipart/form-data; boundary=${'x'.repeat(200)}`,
        'multipart/mixed; boundary=x',
      ]),
      text(body),
    ),
])

const truncated: Make[] = ['application/json', form, 'multipart/form-data; boundary=x'].map(
  (type) => (random: Random) => ({
    bytes: text(
      `POST ${one(random, services)} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: 5000\r\n\r\n--x\r\n{"a`,
    ),
    is_cut: true,
  }),
)

const smuggling: Make[] = [
  ['Content-Length: 6', 'Transfer-Encoding: chunked'],
  ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'],
  ['Content-Length: 5', 'Content-Length: 6'],
  ['Content-Length: 5, 6'],
  ['Content-Length: -5'],
  ['Content-Length: +5'],
  ['Content-Length: 0x10'],
  ['Content-Length: 99999999999999999999'],
  ['Transfer-Encoding: xchunked'],
  ['Transfer-Encoding : chunked'],
  ['Transfer-Encoding: chunked, identity'],
  ['Transfer-Encoding:\x0bchunked'],
].map((lines) => (random: Random) => ({
  bytes: text(
    `POST ${one(random, services)} HTTP/1.1\r\nHost: a\r\n${lines.join('\r\n')}\r\n\r\n0\r\n\r\nGET /hidden HTTP/1.1\r\nHost: a\r\n\r\n`,
  ),
  is_smuggling: true,
}))

const chunks: Make[] = [
  'zz\r\n',
  'ffffffffffffffffff\r\na',
  '-1\r\na\r\n',
  '5\r\nabc\r\n0\r\n\r\n',
  '1;\x00\r\na\r\n',
  '1\na\n',
].map((body) => (random: Random) => ({
  bytes: text(
    `POST ${one(random, services)} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n${body}`,
  ),
  is_cut: true,
}))

const large = Buffer.alloc(10_000_000, 'a')
const large_bodies: Make[] = [
  'application/json',
  form,
  'multipart/form-data; boundary=x',
  'image/png',
].map((type) => (random: Random) => post(random, type, large))

const kinds: Record<string, readonly Make[]> = {
  'request lines': request_lines,
  methods,
  headers,
  cookies,
  'percent encodings': percent,
  json,
  bodies,
  multiparts,
  truncated,
  smuggling,
  chunks,
}

export const kind_names: readonly string[] = [...Object.keys(kinds), 'large bodies']

/** The n-th malformed request. One of 400 has a body of 10 MB. */
export function malformedRequest(n: number, random: Random): MalformedRequest & { kind: string } {
  if (n % 400 === 0) return { kind: 'large bodies', ...one(random, large_bodies)(random) }
  const names = Object.keys(kinds)
  const kind = names[n % names.length] ?? ''
  return { kind, ...one(random, kinds[kind] ?? [])(random) }
}

/** Mulberry32: small, and random enough for tests. */
export function randomFrom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

function one<T>(random: Random, list: readonly T[]): T {
  const chosen = list[Math.floor(random() * list.length)]
  if (chosen === undefined) throw new RangeError('nothing to choose from')
  return chosen
}

function noise(random: Random, length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)))
}

function text(content: string, encoding: 'latin1' | 'utf8' = 'latin1'): Buffer {
  return Buffer.from(content, encoding)
}

function raw(bytes: Buffer): MalformedRequest {
  return { bytes, is_cut: true }
}

function ask(method: string, path: string): MalformedRequest {
  return { bytes: text(`${method} ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`) }
}

function get(lines: readonly string[], path = '/'): MalformedRequest {
  const head = [`GET ${path} HTTP/1.1`, 'Host: a', 'Connection: close', ...lines]
  return { bytes: text(`${head.join('\r\n')}\r\n\r\n`) }
}

function post(
  random: Random,
  type: string,
  body: Buffer,
  lines: readonly string[] = [],
): MalformedRequest {
  const head = [
    `POST ${one(random, services)} HTTP/1.1`,
    'Host: a',
    'Connection: close',
    `Content-Type: ${type}`,
    `Content-Length: ${body.length}`,
    // Some have a token, so that they pass the authentication.
    ...(random() < 0.3 ? ['Authorization: Bearer TOKEN'] : []),
    ...lines,
  ]
  return { bytes: Buffer.concat([text(`${head.join('\r\n')}\r\n\r\n`), body]) }
}
