/** What is judged of a product besides the whole. */
export const review_aspects = [
  'performance',
  'battery',
  'camera',
  'screen',
  'sound',
  'design',
  'service',
] as const
type Aspect = (typeof review_aspects)[number]

/** What is judged of a kind of goods, by the code of a category; the nearest category above a product counts. */
const aspects_by_category: Readonly<Record<string, readonly Aspect[]>> = {
  'dien-thoai': ['performance', 'battery', 'camera'],
  'may-tinh-bang': ['performance', 'battery', 'screen'],
  laptop: ['performance', 'battery', 'screen'],
  'am-thanh': ['sound', 'battery', 'design'],
  'dong-ho': ['screen', 'battery', 'design'],
  tivi: ['screen', 'sound', 'design'],
  'man-hinh': ['screen', 'design', 'service'],
}
const other_aspects: readonly Aspect[] = ['performance', 'design', 'service']

/** The aspects that a form asks for. `category_codes` lead from the top down to the category of the product. */
export function askedAspects(category_codes: readonly string[]): Aspect[] {
  const found = category_codes.findLast((code) => code in aspects_by_category)
  return [...(aspects_by_category[found ?? ''] ?? other_aspects)]
}
