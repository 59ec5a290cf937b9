import { sql } from 'kysely'
import type { Tx } from '#db/schema.ts'
import { shapeOf, type RecordKind } from '#shop/flows/import/record-shapes.ts'

/** The records that have questions, with their kind in the table faq and the id column of their table. */
const kinds: readonly { record: RecordKind; kind: string; id: string }[] = [
  { record: 'category', kind: 'category', id: 'category_id' },
  { record: 'brand', kind: 'brand', id: 'brand_id' },
  { record: 'tag', kind: 'tag', id: 'product_tag_id' },
  { record: 'version', kind: 'product', id: 'product_id' },
]

/** Replaces the questions of the records that list them; only questions that differ are written. */
export async function writeQuestions(trx: Tx): Promise<void> {
  for (const { record, kind, id } of kinds) {
    const { table, key } = shapeOf(record)
    await sql`
      with scope as materialized (
        select import_id, here.${sql.id(id)} as entity_id, row->'faq' as faq
        from import_row join ${sql.table(table)} as here on here.${sql.id(key)} = import_row.key
        where record = ${record} and reason is null and row ? 'faq'
      ), wanted as materialized (
        select entity_id, turn::integer - 1 as position, entry->>'question' as question,
          entry->>'answer' as answer
        from scope, jsonb_array_elements(faq) with ordinality as list (entry, turn)
      ), gone as (
        delete from faq here
        where kind = ${kind} and entity_id in (select entity_id from scope)
          and not exists (select from wanted
            where wanted.entity_id = here.entity_id and wanted.position = here.position)
        returning entity_id
      ), put as (
        insert into faq (kind, entity_id, position, question, answer)
        select ${kind}, entity_id, position, question, answer from wanted
        where not exists (select from faq here where here.kind = ${kind}
          and (here.entity_id, here.position, here.question, here.answer)
            = (wanted.entity_id, wanted.position, wanted.question, wanted.answer))
        order by entity_id, position
        on conflict (kind, entity_id, position)
          do update set question = excluded.question, answer = excluded.answer
        returning entity_id
      )
      update import_row set outcome = 'changed'
      from scope where import_row.import_id = scope.import_id and outcome = 'unchanged'
        and entity_id in (select entity_id from gone union all select entity_id from put)
    `.execute(trx)
  }
}
