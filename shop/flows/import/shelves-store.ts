import { sql } from 'kysely'
import type { Tx } from '#db/schema.ts'
import { slugify } from '#pure/vietnamese/vietnamese-text.ts'
import { refuseWhere, upsert } from '#shop/flows/import/upsert.ts'

/** A menu of more entries than this cannot be read; other shelves are found by search and links. */
const menu_size = 16

interface Shelf {
  category_id: number
  code: string
  name: string
  parent_id: number | null
}

interface Step {
  code: string
  name: string
}

/** Writes the shelves of the file, makes those that products only name, and notes which is which. */
export async function writeShelves(trx: Tx): Promise<void> {
  await writeNamed(trx)
  const { rows } = await sql<{ shelf: Step[] }>`
    select row->'shelf' as shelf from import_row
    where record = 'version' and reason is null and row ? 'shelf'
    group by row->'shelf' order by min(import_id)`.execute(trx)
  const tree = await loadShelves(trx)
  const made: number[] = []
  const places: { shelf: Step[]; category_id: number }[] = []
  for (const { shelf } of rows) {
    places.push({ shelf, category_id: await shelfAt(trx, tree, shelf, made) })
  }
  await sql`create temporary table import_shelf (shelf jsonb, category_id bigint) on commit drop`.execute(
    trx,
  )
  await sql`
    insert into import_shelf select * from jsonb_to_recordset(${JSON.stringify(places)}::jsonb)
      as place (shelf jsonb, category_id bigint)`.execute(trx)
  await chooseForMenu(trx, made)
}

/** Lines of shelves, in the order of the file: parents stand before their children. */
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

async function loadShelves(trx: Tx): Promise<Shelf[]> {
  const { rows } = await sql<Shelf>`
    select category_id, code, name, parent_id from category order by category_id`.execute(trx)
  return rows
}

/** The shelf at the end of a path; what is missing of the path is made. */
async function shelfAt(trx: Tx, tree: Shelf[], path: Step[], made: number[]): Promise<number> {
  let parent: Shelf | null = null
  for (const step of path) {
    let shelf: Shelf | null = findShelf(tree, step, parent)
    if (shelf === null) {
      shelf = await makeShelf(trx, tree, step, parent)
      tree.push(shelf)
      made.push(shelf.category_id)
    }
    parent = shelf
  }
  return parent?.category_id ?? 0
}

/** By code, by code out of the name, by name; below a parent only what stands there. */
function findShelf(tree: Shelf[], { code, name }: Step, parent: Shelf | null): Shelf | null {
  const here =
    parent === null ? tree : tree.filter((shelf) => shelf.parent_id === parent.category_id)
  const found =
    here.find((shelf) => shelf.code === name) ??
    here.find((shelf) => shelf.code === code) ??
    here.find((shelf) => slugify(shelf.name) === code)
  return found ?? null
}

async function makeShelf(
  trx: Tx,
  tree: Shelf[],
  { code, name }: Step,
  parent: Shelf | null,
): Promise<Shelf> {
  const is_taken = tree.some((shelf) => shelf.code === code)
  const own_code = is_taken ? `${parent?.code ?? 'khac'}-${code}` : code
  const parent_id = parent?.category_id ?? null
  const { rows } = await sql<Shelf>`
    insert into category (code, name, parent_id, position, is_in_menu)
    values (${own_code}, ${name}, ${parent_id},
      (select coalesce(max(position), 0) + 1 from category), false)
    on conflict (code) do update set name = category.name
    returning category_id, code, name, parent_id`.execute(trx)
  return rows[0] ?? { category_id: 0, code: own_code, name, parent_id }
}

/**
 * New shelves at the top enter the menu when there is room for all of them. A menu that somebody made
 * is not filled up with some; a shop without a menu gets the fullest ones.
 */
async function chooseForMenu(trx: Tx, made: readonly number[]): Promise<void> {
  if (made.length === 0) return
  await sql`
    with recursive branch as (
      select category_id as top_id, category_id from category
      where parent_id is null and category_id = any(${made}::bigint[])
      union all
      select branch.top_id, category.category_id
      from category join branch on category.parent_id = branch.category_id
    ), menu as (
      select count(*) filter (where is_in_menu) as entries,
        count(*) filter (where category_id = any(${made}::bigint[])) as new_ones
      from category where parent_id is null
    ), busiest as (
      select top_id from branch
      left join import_shelf on import_shelf.category_id = branch.category_id
      left join import_row on import_row.record = 'version' and import_row.reason is null
        and import_row.row->'shelf' = import_shelf.shelf
      group by top_id order by count(import_row.import_id) desc, top_id
      limit (select case when entries = 0 or entries + new_ones <= ${menu_size}
        then ${menu_size} else 0 end from menu)
    )
    update category set is_in_menu = true where category_id in (select top_id from busiest)`.execute(
    trx,
  )
}
