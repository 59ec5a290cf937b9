/** Paths that crawlers must not request: carts, forms, staff. Search results have a noindex of their own. */
const private_paths = [
  '/cart',
  '/session',
  '/province',
  '/noi-bo',
  '/ngan-hang-thu',
  '/api/',
  '/xem-truoc/',
]

/** The text of /robots.txt. */
export function robotsText(public_url: string): string {
  return [
    'User-agent: *',
    ...private_paths.map((path) => `Disallow: ${path}`),
    `Sitemap: ${public_url}/sitemap.xml`,
    '',
  ].join('\n')
}
