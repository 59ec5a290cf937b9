import { chance } from '#db/seed/chance.ts'
import type { DemoCategory, DemoData } from '#db/seed/demo-data.ts'
import { describe } from '#db/seed/descriptions.ts'
import { advanceSequence, insertRows } from '#db/seed/insert-rows.ts'
import { searchTextOf, shortName } from '#db/seed/naming.ts'
import type { PlannedColor, PlannedVersion } from '#db/seed/plan.ts'
import type { SeededCategories } from '#db/seed/categories.ts'
import { highlightsOf, type Fact } from '#db/seed/specification.ts'
import { identifierOf } from '#db/seed/units.ts'
import type { Tx } from '#db/schema.ts'
import { slugify } from '#pure/vietnamese/vietnamese-text.ts'

/** Inserts families, versions and colours with addresses, pictures, attributes and tags. */
export async function seedProducts(
  trx: Tx,
  data: DemoData,
  versions: readonly PlannedVersion[],
  seeded: SeededCategories,
  created_at: Date,
): Promise<void> {
  await insertRows(trx, 'product_family', data.models.map(familyRow))
  const rows = versions.map((version) => versionRow(version, data, seeded, created_at))
  await insertRows(trx, 'product', rows)
  const colors = versions.flatMap((version, index) =>
    version.colors.map((color) => colorRow(color, version, rows[index])),
  )
  await insertRows(trx, 'product', colors)
  await insertRows(trx, 'slug', slugRows(versions, data.oddities.old_paths))
  await insertRows(trx, 'product_media', mediaRows(versions, data.pictures))
  await insertRows(trx, 'product_attribute', attributeRows(versions, data, seeded.attributes))
  await seedTags(trx, data, versions)
  await advanceSequence(trx, 'product_family', 'family_id')
  await advanceSequence(trx, 'product', 'product_id')
}

function familyRow(model: DemoData['models'][number], index: number) {
  return { family_id: index + 1, code: model.id, name: model.name, series: model.series }
}

function versionRow(
  version: PlannedVersion,
  data: DemoData,
  seeded: SeededCategories,
  created_at: Date,
) {
  const { model } = version
  const [category, parent] = categoryOf(model.category, data.categories)
  const meta = data.oddities.meta[version.path] ?? {}
  const units = new Map(data.attributes.map((attribute) => [attribute.code, attribute.unit ?? '']))
  const words = [version.name, model.brand, category.name, parent?.name ?? '', model.series]
  return {
    product_id: version.product_id,
    sku: version.sku,
    type: 'configurable',
    parent_id: null as number | null,
    family_id: version.family_id,
    brand_id: seeded.brands.get(model.brand),
    category_id: seeded.categories.get(model.category),
    name: version.name,
    search_text: searchTextOf(words, shortName(model, version.label)),
    version_label: version.label,
    color_name: null as string | null,
    color_slug: null as string | null,
    color_hex: null as string | null,
    identified_by: null as string | null,
    warranty_months: model.warranty_months,
    launched_on: model.launch_on ?? `${model.launch}-01`,
    description: describe(version, category),
    highlights: highlightsOf(version.facts, (code) => units.get(code) ?? ''),
    position: version.position,
    views: version.views,
    // One in thirty to one in a hundred visitors buys.
    sold_before: Math.round(version.views * (0.01 + 0.023 * chance(`sold ${version.sku}`))),
    meta_title: meta.meta_title ?? '',
    meta_description: meta.meta_description ?? '',
    meta_keyword: meta.meta_keyword ?? '',
    created_at,
  }
}

function colorRow(
  { product_id, variant }: PlannedColor,
  version: PlannedVersion,
  parent: ReturnType<typeof versionRow> | undefined,
) {
  return {
    ...parent,
    product_id,
    sku: variant.sku,
    type: 'simple',
    parent_id: version.product_id,
    search_text: '',
    sold_before: 0,
    color_name: variant.color,
    color_slug: slugify(variant.color),
    color_hex: variant.color_hex,
    identified_by: identifierOf(version.model.category),
    description: '',
    meta_title: '',
    meta_description: '',
    meta_keyword: '',
  }
}

function slugRows(versions: readonly PlannedVersion[], old_paths: Record<string, string>) {
  const ids = new Map(versions.map((version) => [version.path, version.product_id]))
  const row = (path: string, entity_id: number | undefined, is_current: boolean) => ({
    path,
    kind: 'product',
    entity_id,
    is_current,
  })
  return [
    ...versions.map((version) => row(version.path, version.product_id, true)),
    ...Object.entries(old_paths).map(([old, path]) => row(old, ids.get(path), false)),
  ]
}

function mediaRows(versions: readonly PlannedVersion[], pictures: DemoData['pictures']) {
  const [width, height] = pictures.size
  const of_versions = versions.flatMap((version) => viewRows(version, pictures))
  const of_colors = versions.flatMap((version) =>
    version.colors.flatMap(({ product_id, variant }) => {
      const name = `${shortName(version.model, version.label)} màu ${variant.color.toLowerCase()}`
      return (pictures.skus[variant.sku] ?? []).map((file, position) => ({
        product_id,
        position,
        src: `/media/${file}?v=${pictures.files[file]?.version}`,
        alt: position === 0 ? name : `${name}, góc nhìn ${position}`,
        width,
        height,
        // The same picture may be first for one colour and second for another: only the first has a blur.
        blur: position === 0 ? (pictures.files[file]?.blur ?? null) : null,
        kind: 'picture',
      }))
    }),
  )
  return [...of_colors, ...of_versions]
}

/**
 * The spin of a version's model and the picture of its box, where there are, at its first colour after all pictures.
 */
function viewRows({ colors, model, label, facts }: PlannedVersion, pictures: DemoData['pictures']) {
  const name = shortName(model, label)
  const in_box = facts.find(({ code }) => code === 'in_box')?.value
  const spin = pictures.spins[model.id]
  const box = in_box === undefined ? undefined : pictures.boxes[model.category]
  const [first] = colors
  if (first === undefined) return []
  const about = { product_id: first.product_id, blur: null }
  const src = (file: string) => `/media/${file}?v=${pictures.files[file]?.version}`
  return [
    ...(spin === undefined
      ? []
      : [
          {
            ...{ ...about, position: 100, src: src(spin), alt: `${name} xoay một vòng` },
            ...{ width: 2880, height: 1920, kind: 'spin' },
          },
        ]),
    ...(box === undefined
      ? []
      : [
          {
            ...{ ...about, position: 101, src: src(box), alt: `Trong hộp ${name}: ${in_box}` },
            ...{ width: 960, height: 640, kind: 'box' },
          },
        ]),
  ]
}

function attributeRows(
  versions: readonly PlannedVersion[],
  data: DemoData,
  ids: Map<string, number>,
) {
  const types = new Map(data.attributes.map(({ code, data_type }) => [code, data_type]))
  return versions.flatMap((version) =>
    version.facts.map(({ code, value }: Fact) => {
      const type = types.get(code)
      return {
        product_id: version.product_id,
        attribute_id: ids.get(code),
        value_text: type === 'text' ? String(value) : null,
        value_number: type === 'number' ? value : null,
        value_boolean: type === 'boolean' ? value : null,
      }
    }),
  )
}

async function seedTags(
  trx: Tx,
  data: DemoData,
  versions: readonly PlannedVersion[],
): Promise<void> {
  const tags = data.oddities.tags
  await insertRows(
    trx,
    'product_tag',
    tags.map(({ tag_key, name, meta_title = '' }, index) => ({
      product_tag_id: index + 1,
      tag_key,
      name,
      meta_title,
    })),
  )
  const members = tags.flatMap((tag, index) =>
    versions
      .filter((version) => tag.models.includes(version.model.id))
      .map((version, position) => ({
        product_tag_id: index + 1,
        product_id: version.product_id,
        position,
      })),
  )
  await insertRows(trx, 'product_tag_member', members)
  await advanceSequence(trx, 'product_tag', 'product_tag_id')
}

function categoryOf(
  code: string,
  categories: readonly DemoCategory[],
): [DemoCategory, DemoCategory | undefined] {
  const category = categories.find((one) => one.code === code)
  if (!category) throw new Error(`demo data: a model has the unknown category ${code}`)
  return [category, categories.find((one) => one.code === category.parent)]
}
