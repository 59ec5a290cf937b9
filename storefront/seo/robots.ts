/** Addresses that tell a search engine nothing: carts, forms, staff. Result pages say noindex themselves. */
const private_paths = ['/cart', '/session', '/province', '/noi-bo', '/ngan-hang-thu', '/api/']

/** /robots.txt */
export function robotsText(public_url: string): string {
  return [
    'User-agent: *',
    ...private_paths.map((path) => `Disallow: ${path}`),
    `Sitemap: ${public_url}/sitemap.xml`,
    '',
  ].join('\n')
}
