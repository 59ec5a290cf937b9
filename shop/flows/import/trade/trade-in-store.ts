import { sql } from 'kysely'
import type { Tx } from '#db/schema.ts'
import { refuseUnnamed } from '#shop/flows/import/definitions-store.ts'
import { refuseWhere, upsert } from '#shop/flows/import/upsert.ts'

/** Writes grades, questions and prices of old devices. */
export async function writeTradeIns(trx: Tx): Promise<void> {
  await refuseUnnamed(trx, 'trade_grade')
  await refuseWhere(
    trx,
    'trade_grade',
    sql`key !~ '^[A-Z]$' or (row->>'factor')::integer > 10000`,
    sql`'grade_code is a capital letter, factor at most 10000'`,
  )
  await upsert(trx, { record: 'trade_grade' })
  await refuseUnnamed(trx, 'trade_question')
  await refuseImpossibleQuestions(trx)
  await upsert(trx, { record: 'trade_question' })
  await writeAnswers(trx)
  await refuseUnnamed(trx, 'trade_device')
  await refuseImpossibleDevices(trx)
  await upsert(trx, {
    record: 'trade_device',
    more: ['base_price', 'product_id'],
    source: sql`
      select import_id, line, row || case when row ? 'version' then jsonb_build_object('product_id', version.product_id)
        else '{}' end as row, '{}'::jsonb as start
      from import_row left join product version on version.sku = row->>'version'
      where record = 'trade_device' and reason is null`,
  })
}

const codes = sql`'^[a-z0-9]+([-_][a-z0-9]+)*$'`

async function refuseImpossibleQuestions(trx: Tx): Promise<void> {
  await refuseWhere(
    trx,
    'trade_question',
    sql`key !~ '^[a-z0-9]+(_[a-z0-9]+)*$' or (row->>'position')::integer not between 1 and 9`,
    sql`'question_code is of small letters, digits and _, position from 1 to 9'`,
  )
  await refuseWhere(
    trx,
    'trade_question',
    sql`row ? 'position' and (exists (select from trade_question here where here.question_code <> key
        and here.position = (row->>'position')::integer
        and not exists (select from import_row moved where moved.record = 'trade_question' and moved.reason is null
          and moved.key = here.question_code and moved.row ? 'position'))
      or exists (select from import_row other where other.record = 'trade_question' and other.reason is null
        and other.key <> import_row.key and other.row->>'position' = import_row.row->>'position'))`,
    sql`'another question has this position'`,
  )
  await refuseWhere(
    trx,
    'trade_question',
    sql`row ? 'answers' and (row->'answers' = '[]' or exists (
        select from jsonb_array_elements(row->'answers') answer group by answer->>'answer_code' having count(*) > 1)
      or exists (select from jsonb_array_elements(row->'answers') answer
        where answer->>'answer_code' !~ '^[a-z0-9]+(_[a-z0-9]+)*$'
          or not exists (select from trade_grade where grade_code = coalesce(answer->>'grade_code', grade_code))))`,
    sql`'it needs answers, each with a code of its own and a known grade'`,
  )
}

async function refuseImpossibleDevices(trx: Tx): Promise<void> {
  await refuseWhere(
    trx,
    'trade_device',
    sql`key !~ ${codes} or row->>'model_code' !~ ${codes}
      or row->>'device_kind' not in ('dien-thoai', 'may-tinh-bang', 'laptop', 'dong-ho')
      or (row ? 'base_price' and row->>'base_price' is null)`,
    sql`'code, model_code, device_kind or base_price is not possible: see README.md'`,
  )
  await refuseWhere(
    trx,
    'trade_device',
    sql`row->>'version' <> '' and not exists (
      select from product where product.sku = row->>'version' and product.type = 'configurable')`,
    sql`'there is no version ' || (row->>'version')`,
  )
}

/** Makes the answers those of the file. Quotes keep copies, so an answer without its line goes. */
async function writeAnswers(trx: Tx): Promise<void> {
  await sql`
    with wanted as materialized (
      select import_id, key as question_code, answer.*, (turn - 1)::integer as position
      from import_row cross join lateral rows from (
        jsonb_to_recordset(row->'answers') as (answer_code text, label text, grade_code text, deduction integer, note text)
      ) with ordinality as answer (answer_code, label, grade_code, deduction, note, turn)
      where record = 'trade_question' and reason is null and row ? 'answers'
    ), put as (
      insert into trade_answer as here (question_code, answer_code, label, grade_code, deduction, note, position)
      select question_code, answer_code, label, grade_code, deduction, note, position from wanted
      on conflict (question_code, answer_code) do update set label = excluded.label, grade_code = excluded.grade_code,
        deduction = excluded.deduction, note = excluded.note, position = excluded.position
      where (here.label, here.grade_code, here.deduction, here.note, here.position) is distinct from
        (excluded.label, excluded.grade_code, excluded.deduction, excluded.note, excluded.position)
      returning question_code
    ), gone as (
      delete from trade_answer here where question_code in (select question_code from wanted)
        and not exists (select from wanted where wanted.question_code = here.question_code
          and wanted.answer_code = here.answer_code)
      returning question_code
    )
    update import_row set outcome = 'changed'
    where record = 'trade_question' and outcome = 'unchanged'
      and key in (select question_code from put union select question_code from gone)`.execute(trx)
}
