import { sql } from 'kysely'
import type { Tx } from '#db/schema.ts'
import { slugify } from '#pure/vietnamese/vietnamese-text.ts'
import { refuseWhere, upsert } from '#shop/flows/import/upsert.ts'

/** The largest number of menu entries; other categories are found by search and links. */
const menu_size = 16

interface Category {
  category_id: number
  code: string
  name: string
  parent_id: number | null
}

interface Step {
  code: string
  name: string
}

/** Writes the categories of the file, creates those that only products name, and saves the category of each path. */
export async function writeCategories(trx: Tx): Promise<void> {
  await writeNamed(trx)
  const { rows } = await sql<{ category_path: Step[] }>`
    select row->'category_path' as category_path from import_row
    where record = 'version' and reason is null and row ? 'category_path'
    group by row->'category_path' order by min(import_id)`.execute(trx)
  const tree = await loadCategories(trx)
  const new_ids: number[] = []
  const located: { category_path: Step[]; category_id: number }[] = []
  for (const { category_path } of rows) {
    const category_id = await categoryAt(trx, tree, category_path, new_ids)
    located.push({ category_path, category_id })
  }
  await sql`create temporary table import_category (category_path jsonb, category_id bigint) on commit drop`.execute(
    trx,
  )
  await sql`
    insert into import_category select * from jsonb_to_recordset(${JSON.stringify(located)}::jsonb)
      as source (category_path jsonb, category_id bigint)`.execute(trx)
  await chooseForMenu(trx, new_ids)
}

/** Writes the lines of categories; their parents may be in the same file. */
async function writeNamed(trx: Tx): Promise<void> {
  const parent = sql`(select category_id from category where code = row->>'parent')`
  await refuseWhere(
    trx,
    'category',
    sql`not row ? 'name' and not exists (select from category where code = import_row.key)`,
    sql`'a new category needs a name'`,
  )
  await upsert(trx, { record: 'category' })
  await refuseWhere(
    trx,
    'category',
    sql`row ? 'parent' and (${parent} is null or row->>'parent' = key)`,
    sql`'there is no category ' || (row->>'parent') || ' to stand under'`,
  )
  await sql`
    with moved as (
      update category set parent_id = parent.category_id
      from import_row, category parent
      where import_row.record = 'category' and import_row.reason is null
        and category.code = import_row.key and parent.code = import_row.row->>'parent'
        and category.parent_id is distinct from parent.category_id
      returning import_row.import_id
    )
    update import_row set outcome = 'changed'
    where outcome = 'unchanged' and import_id in (select import_id from moved)`.execute(trx)
}

async function loadCategories(trx: Tx): Promise<Category[]> {
  const { rows } = await sql<Category>`
    select category_id, code, name, parent_id from category order by category_id`.execute(trx)
  return rows
}

/** The category at the end of a path; missing categories of the path are created. */
async function categoryAt(
  trx: Tx,
  tree: Category[],
  path: Step[],
  new_ids: number[],
): Promise<number> {
  let parent: Category | null = null
  for (const step of path) {
    let category: Category | null = findCategory(tree, step, parent)
    if (category === null) {
      category = await createCategory(trx, tree, step, parent)
      tree.push(category)
      new_ids.push(category.category_id)
    }
    parent = category
  }
  return parent?.category_id ?? 0
}

/** Finds a category by code, by the code made from the name, or by name; below a parent only among its children. */
function findCategory(
  tree: Category[],
  { code, name }: Step,
  parent: Category | null,
): Category | null {
  const here =
    parent === null ? tree : tree.filter((category) => category.parent_id === parent.category_id)
  return (
    here.find((category) => category.code === name) ??
    here.find((category) => category.code === code) ??
    here.find((category) => slugify(category.name) === code) ??
    null
  )
}

async function createCategory(
  trx: Tx,
  tree: Category[],
  { code, name }: Step,
  parent: Category | null,
): Promise<Category> {
  const is_taken = tree.some((category) => category.code === code)
  const own_code = is_taken ? `${parent?.code ?? 'khac'}-${code}` : code
  const parent_id = parent?.category_id ?? null
  const { rows } = await sql<Category>`
    insert into category (code, name, parent_id, position, is_in_menu)
    values (${own_code}, ${name}, ${parent_id},
      (select coalesce(max(position), 0) + 1 from category), false)
    on conflict (code) do update set name = category.name
    returning category_id, code, name, parent_id`.execute(trx)
  return rows[0] ?? { category_id: 0, code: own_code, name, parent_id }
}

/**
 * Adds new top-level categories to the menu if all of them fit. An existing menu does not get only some of them. A shop
 * without a menu gets the categories with the most products.
 */
async function chooseForMenu(trx: Tx, new_ids: readonly number[]): Promise<void> {
  if (new_ids.length === 0) return
  await sql`
    with recursive branch as (
      select category_id as top_id, category_id from category
      where parent_id is null and category_id = any(${new_ids}::bigint[])
      union all
      select branch.top_id, category.category_id
      from category join branch on category.parent_id = branch.category_id
    ), menu as (
      select count(*) filter (where is_in_menu) as entries,
        count(*) filter (where category_id = any(${new_ids}::bigint[])) as new_ones
      from category where parent_id is null
    ), busiest as (
      select top_id from branch
      left join import_category on import_category.category_id = branch.category_id
      left join import_row on import_row.record = 'version' and import_row.reason is null
        and import_row.row->'category_path' = import_category.category_path
      group by top_id order by count(import_row.import_id) desc, top_id
      limit (select case when entries = 0 or entries + new_ones <= ${menu_size}
        then ${menu_size} else 0 end from menu)
    )
    update category set is_in_menu = true where category_id in (select top_id from busiest)`.execute(
    trx,
  )
}
