import { addresses } from '#storefront/addresses/addresses.ts'

/** First parts of paths that are not pages. */
const without_page = [
  ...['noi-bo', 'ngan-hang-thu', 'cong-thanh-toan-thu', 'plain.css'],
  ...['api', 'image', 'media', 'assets', '_data', 'session', 'admin', 'build'],
  ...[
    'xem-truoc',
    'bai-viet',
    'healthz',
    'readyz',
    'metrics',
    'dong-y',
    'sw.js',
    'offline.js',
    'robots.txt',
    'sitemap.xml',
    ...['rss', 'rss.xml'],
    'favicon.ico',
  ],
]

/** First parts of paths that no product and no category may have as its slug. */
export function reservedPaths(): string[] {
  const of_pages = Object.values(addresses).map(({ path }) => path.split('/')[1] ?? '')
  return [...of_pages, ...without_page]
}
