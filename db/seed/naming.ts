import type { DemoModel } from '#db/seed/demo-data.ts'
import { fold, slugify } from '#pure/vietnamese/vietnamese-text.ts'

/** What the tile of a version says: nothing when a model has one version only. */
export function labelOf(label: string): string {
  if (label === 'Tiêu chuẩn' || label === '—') return ''
  return label.replace(/\b(\d+)\/(\d+)/, '$1GB/$2')
}

/** The name as Vietnamese shops write it: brand where people say it, memory, whose guarantee. */
export function nameOf(model: DemoModel, label: string): string {
  const said = model.brand === 'Samsung' && model.name.startsWith('Galaxy') ? 'Samsung ' : ''
  const kind = model.category === 'laptop' && model.brand !== 'Apple' ? 'Laptop ' : ''
  return `${kind}${said}${shortName(model, label)}${guarantee(model)}`
}

/** The name without brand, kind and guarantee. */
export function shortName(model: DemoModel, label: string): string {
  return [model.name, label.replace('/', ' ')].join(' ').trim()
}

/** The address of a version: iphone-18-pro-max-256gb. */
export function pathOf(model: DemoModel, label: string): string {
  return slugify(`${model.id} ${label}`)
}

/** What a search looks through: folded words, and the name once more without its gaps ("iphone18"). */
export function searchTextOf(words: readonly string[], name: string): string {
  return `${fold(words.join(' '))} ${fold(name).replace(/[^a-z0-9]+/g, '')}`
}

function guarantee(model: DemoModel): string {
  if (model.brand !== 'Apple') return ''
  if (model.category === 'dien-thoai') return ' | Chính hãng VN/A'
  const own = ['laptop', 'may-tinh-bang', 'dong-ho', 'tai-nghe']
  return own.includes(model.category) ? ' | Chính hãng Apple Việt Nam' : ''
}
