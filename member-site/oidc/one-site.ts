/**
 * Whether the member site stands below the shop's own name, such as smember.shop.vn below shop.vn. Only then do
 * browsers send its cookies from a frame of the shop. All names below "localhost" are sites of their own.
 */
export function isWithin(member_url: string, public_url: string): boolean {
  const [member, shop] = [member_url, public_url].map((url) => new URL(url).hostname) as [
    string,
    string,
  ]
  const parent = shop.replace(/^www\./, '')
  return parent.includes('.') && !/^[\d.]+$/.test(parent) && member.endsWith(`.${parent}`)
}
