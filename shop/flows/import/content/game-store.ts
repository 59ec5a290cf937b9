import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#db/schema.ts'
import { vietnamDay } from '#pure/vietnam-time.ts'
import { refuseWhere, upsert } from '#shop/flows/import/upsert.ts'

const prizes = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('score', score, 'value', value) order by score), '[]')
  from game_prize prize where (prize.game_code, prize.from_day) = (known.game_code, known.from_day))`

/** The prize tables of a game, as a file holds them. */
export function offersOf(game_code: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select coalesce(jsonb_agg(jsonb_build_object('from_day', from_day, 'prizes_per_day', prizes_per_day,
      'ranking_value', ranking_value, 'ranking_registration', ranking_registration, 'prizes', ${prizes})
      order by from_day), '[]')
    from game_offer known where known.game_code = ${game_code})`
}

/** Prize tables of the file that the shop does not have like this. */
const wanted = sql`(
  select import_id, key as game_code, (offer->>'from_day')::date as from_day, offer
  from import_row, jsonb_array_elements(coalesce(row->'offers', '[]')) offer
  where record = 'game' and reason is null and not exists (
    select from game_offer known where known.game_code = key and from_day = (offer->>'from_day')::date
      and jsonb_build_object('prizes_per_day', prizes_per_day, 'ranking_value', ranking_value,
        'ranking_registration', ranking_registration, 'prizes', ${prizes}) = offer - 'from_day'))`

/** Writes games and their prize tables. What the file does not name stays; so does a table of a day that was played. */
export async function writeGames(trx: Tx, now: Date): Promise<void> {
  await refuseWhere(
    trx,
    'game',
    sql`key not in (select game_code from game)`,
    sql`'there is no such game'`,
  )
  await refuseWhere(
    trx,
    'game',
    sql`exists (select from jsonb_array_elements(coalesce(row->'offers', '[]')) offer
      where (offer->>'ranking_value')::bigint > 0 and offer->>'ranking_registration' = ''
        or exists (select from jsonb_array_elements(offer->'prizes') prize
          where (prize->>'score')::integer = 0 or (prize->>'value')::integer < 1000)
        or (select count(distinct prize->>'score') < count(*) from jsonb_array_elements(offer->'prizes') prize))`,
    sql`'a prize has a score of its own and 1000đ or more; a ranking prize has its registration'`,
  )
  await refuseWhere(
    trx,
    'game',
    sql`exists (select from ${wanted} wanted where wanted.game_code = key and from_day <= ${vietnamDay(now)}::date
      and exists (select from game_best where game_best.game_code = key and day >= from_day))`,
    sql`'a prize table that was played for stays as it is'`,
  )
  await upsert(trx, { record: 'game' })
  await sql`
    with wanted as materialized (select * from ${wanted} wanted), put as (
      insert into game_offer (game_code, from_day, prizes_per_day, ranking_value, ranking_registration)
      select game_code, from_day, (offer->>'prizes_per_day')::integer, (offer->>'ranking_value')::bigint,
        offer->>'ranking_registration' from wanted
      on conflict (game_code, from_day) do update set prizes_per_day = excluded.prizes_per_day,
        ranking_value = excluded.ranking_value, ranking_registration = excluded.ranking_registration
    ), prizes as (
      select game_code, from_day, (prize->>'score')::integer as score, (prize->>'value')::bigint as value
      from wanted, jsonb_array_elements(offer->'prizes') prize
    ), gone as (
      delete from game_prize old using wanted where (old.game_code, old.from_day) = (wanted.game_code, wanted.from_day)
        and (old.game_code, old.from_day, old.score) not in (select game_code, from_day, score from prizes)
    ), paid as (
      insert into game_prize (game_code, from_day, score, value) select * from prizes
      on conflict (game_code, from_day, score) do update set value = excluded.value
    )
    update import_row set outcome = 'changed'
    where outcome = 'unchanged' and import_id in (select import_id from wanted)`.execute(trx)
  await sql`
    update game set version = version + 1 from import_row
    where record = 'game' and outcome = 'changed' and game_code = key`.execute(trx)
}
