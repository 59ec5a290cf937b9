import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'

/** The texts by which a version is found besides its name, brand and category. */
export interface WordRow {
  product_id: number
  series: string
  /** The name of its model. */
  model: string
  /** Names of its tags: "Điện thoại gập". */
  tags: string
  /** Its own SKU and those of its colours. */
  sku: string
  /** Key facts and colours: "256GB 12GB OLED Titan đen". */
  facts: string
}

interface SynonymRow {
  words: string
  means: string
}

/** An article as suggestions and searches show it, with the texts by which it is found. */
export interface PostRow {
  post_id: number
  title: string
  path: string
  src: string | null
  width: number | null
  height: number | null
  excerpt: string
  body: string
  /** Names of its category and tags. */
  tags: string
  category_name: string
  category_path: string
  published_at: Date
}

/** A question of a category's page or the title of an article or static page, with the address of its answer. */
export interface AnswerRow {
  title: string
  path: string
  category_id: number | null
  /** Which static page it is; null: none. */
  page_code: string | null
}

/** A repair service with all words by which it is found. */
export interface RepairRow {
  name: string
  path: string
  thumbnail: string | null
  price: number | null
  words: string
}

/** Reads the repair services that are offered. */
export async function loadRepairs(db: Database): Promise<RepairRow[]> {
  const { rows } = await sql<RepairRow>`
    select service.name, '/' || slug.path as path, part.thumbnail, min(option.price) as price,
      concat_ws(' ', service.name, part.name, service.model_name, service.brand_name,
        case service.device_kind when 'dien-thoai' then 'điện thoại' when 'apple-watch' then 'đồng hồ'
          when 'may-tinh-bang' then 'máy tính bảng' else 'laptop' end) as words
    from repair_service service
    join repair_part part on part.part_code = service.part_code
    join slug on slug.kind = 'repair_service' and slug.entity_id = service.service_id and slug.is_current
    join repair_option option on option.service_id = service.service_id and option.is_active
    where service.is_active
    group by service.service_id, part.part_code, slug.path
    order by service.position, service.service_id
  `.execute(db)
  return rows
}

/**
 * Reads what answers questions about the shop's terms: articles and static pages, then questions in the sequence of the
 * menu.
 */
export async function loadAnswers(db: Database, now: Date): Promise<AnswerRow[]> {
  const { rows } = await sql<AnswerRow>`
    select title, '/' || path as path, category_id, page_code from (
      select faq.question as title, slug.path || '#hoi-dap' as path, category.category_id, null as page_code,
        1 as kind, category.position, faq.position as place, faq.faq_id as id
      from faq
      join category on faq.kind = 'category' and category.category_id = faq.entity_id
      join slug on slug.kind = 'category' and slug.entity_id = category.category_id and slug.is_current
      union all
      select page.title, slug.path, null, page.code, 0, 0, 0, page.static_page_id
      from static_page page
      join slug on slug.kind = 'static_page' and slug.entity_id = page.static_page_id and slug.is_current
      where page.is_active
      union all
      select post.title, slug.path, null, null, 0, 0, 0, -post.post_id
      from post
      join slug on slug.kind = 'post' and slug.entity_id = post.post_id and slug.is_current
      where post.is_active and post.published_at <= ${now}
    ) answer
    order by kind, position, category_id, place, id
  `.execute(db)
  return rows
}

/** Reads the texts of all products, or of those with these version ids. */
export async function loadWordRows(
  db: Database,
  product_ids: readonly number[] | null,
): Promise<WordRow[]> {
  const among = product_ids === null ? sql`true` : sql`product_id = any(${product_ids}::bigint[])`
  const among_colors =
    product_ids === null ? sql`true` : sql`parent_id = any(${product_ids}::bigint[])`
  const { rows } = await sql<WordRow>`
    with color as (
      select parent_id as product_id, string_agg(sku, ' ') as skus,
        string_agg(distinct color_name, ' ') as names
      from product where type = 'simple' and is_active and ${among_colors}
      group by parent_id
    ), fact as (
      select product_id, string_agg(case
          when value_text is not null then value_text
          when value_boolean then attribute.name
          when attribute.unit = 'GB' and value_number >= 1024 and value_number % 1024 = 0
            then trim_scale(value_number / 1024)::text || 'TB'
          -- People search for 16.2 inch as "16 inch" too, so inches have no unit in the word.
          else trim_scale(value_number)::text || coalesce(nullif(attribute.unit, 'inch'), '')
        end, ' ') as facts
      from product_attribute join attribute using (attribute_id)
      where (attribute.is_key or attribute.is_filterable) and length(coalesce(value_text, '')) <= 30
        and ${among}
      group by product_id
    ), tag as (
      select product_id, string_agg(product_tag.name, ' ') as names
      from product_tag_member join product_tag using (product_tag_id)
      where ${among}
      group by product_id
    )
    select version.product_id, product_family.series, product_family.name as model, coalesce(tag.names, '') as tags,
      concat_ws(' ', version.sku, color.skus) as sku, concat_ws(' ', fact.facts, color.names) as facts
    from product version
    join product_family using (family_id)
    left join color on color.product_id = version.product_id
    left join fact on fact.product_id = version.product_id
    left join tag on tag.product_id = version.product_id
    where version.type = 'configurable' and version.is_active and version.used_of is null
      and ${product_ids === null ? sql`true` : sql`version.product_id = any(${product_ids}::bigint[])`}
  `.execute(db)
  return rows
}

/** Reads the synonyms of words in product texts. */
export async function loadSynonyms(db: Database): Promise<SynonymRow[]> {
  const { rows } = await sql<SynonymRow>`
    select words, means from synonym order by synonym_id
  `.execute(db)
  return rows
}

/** Reads the trending search terms in the shop's order. */
export async function loadTrending(db: Database): Promise<string[]> {
  const { rows } = await sql<{ term: string }>`
    select term from trending_term order by position, term
  `.execute(db)
  return rows.map((row) => row.term)
}

/** Reads all published articles, the newest first. */
export async function loadPosts(db: Database, now: Date): Promise<PostRow[]> {
  const { rows } = await sql<PostRow>`
    select post.post_id, post.title, '/' || slug.path as path, post.image as src,
      post.image_width as width, post.image_height as height, post.excerpt, post.body, post.published_at,
      category.name as category_name, '/' || category_slug.path as category_path,
      concat_ws(' ', category.name, (select string_agg(tag.name, ' ')
        from post_tag_member join post_tag tag using (post_tag_id)
        where post_tag_member.post_id = post.post_id)) as tags
    from post
    join slug on slug.kind = 'post' and slug.entity_id = post.post_id and slug.is_current
    join post_category category using (post_category_id)
    join slug category_slug on category_slug.kind = 'post_category'
      and category_slug.entity_id = category.post_category_id and category_slug.is_current
    where post.is_active and post.published_at <= ${now}
    order by post.published_at desc, post.post_id desc
  `.execute(db)
  return rows
}
