import type { DemoModel } from '#db/seed/demo-data.ts'
import { fold, slugify } from '#pure/vietnamese/vietnamese-text.ts'

/** Returns the label of a version's tile: empty when a model has only one version. */
export function labelOf(label: string): string {
  if (label === 'Tiêu chuẩn' || label === '—') return ''
  return label.replace(/\b(\d+)\/(\d+)/, '$1GB/$2')
}

/** Returns the name as Vietnamese shops write it: brand where people use it, memory, guarantor. */
export function nameOf(model: DemoModel, label: string): string {
  const brand_prefix =
    model.brand === 'Samsung' && model.name.startsWith('Galaxy') ? 'Samsung ' : ''
  const kind = model.category === 'laptop' && model.brand !== 'Apple' ? 'Laptop ' : ''
  return `${kind}${brand_prefix}${shortName(model, label)}${guarantee(model)}`
}

/** Returns the name without brand, kind and guarantor. */
export function shortName(model: DemoModel, label: string): string {
  return [model.name, label.replace('/', ' ')].join(' ').trim()
}

/** Returns the address of a version: iphone-18-pro-max-256gb. */
export function pathOf(model: DemoModel, label: string): string {
  return slugify(`${model.id} ${label}`)
}

/** Returns the text to search in: folded words, then the name without blanks ("iphone18"). */
export function searchTextOf(words: readonly string[], name: string): string {
  return `${fold(words.join(' '))} ${fold(name).replace(/[^a-z0-9]+/g, '')}`
}

function guarantee(model: DemoModel): string {
  if (model.brand !== 'Apple') return ''
  if (model.category === 'dien-thoai') return ' | Chính hãng VN/A'
  const own = ['laptop', 'may-tinh-bang', 'dong-ho', 'tai-nghe']
  return own.includes(model.category) ? ' | Chính hãng Apple Việt Nam' : ''
}
