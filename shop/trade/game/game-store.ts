import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'
import type { GameCode } from '#pure/games/game.ts'
import type { CustomerId } from '#pure/ids.ts'
import type { Prize } from '#shop/trade/game/games.ts'

export interface GameRow {
  game_code: GameCode
  is_open: boolean
  prizes_per_day: number
  /** đồng for the first place of the day; 0: nothing. */
  ranking_value: number
  ranking_registration: string
  /** Prizes that this day has given. */
  given: number
  prizes: Prize[]
}

/** Every game with its prizes, the lowest score first, and how many of them a day has given. */
export async function findGames(db: Database, day: string): Promise<GameRow[]> {
  const { rows } = await sql<GameRow>`
    select game_code, is_open, prizes_per_day, ranking_value, ranking_registration, coalesce(given, 0) as given,
      coalesce((select json_agg(json_build_object('score', score, 'value', value) order by score)
        from game_prize prize where (prize.game_code, prize.from_day) = (offer.game_code, offer.from_day)), '[]') as prizes
    from game join lateral (
      select * from game_offer where game_offer.game_code = game.game_code and from_day <= ${day}
      order by from_day desc limit 1
    ) offer using (game_code)
    left join (select game_code, given from game_day where day = ${day}) today using (game_code)
    order by game_code`.execute(db)
  return rows
}

interface BestRow {
  name: string | null
  score: number
}

/** The best living members of a day. Whoever was first comes first. */
export async function findBest(
  db: Database,
  game: GameCode,
  day: string,
  limit: number,
): Promise<BestRow[]> {
  return db
    .selectFrom('game_best')
    .innerJoin('member', 'member.customer_id', 'game_best.customer_id')
    .where('game_code', '=', game)
    .where('day', '=', day)
    .where('erased_at', 'is', null)
    .orderBy('score', 'desc')
    .orderBy('reached_at')
    .limit(limit)
    .select(['member.name', 'score'])
    .execute()
}

/** The best score of a customer on a day, and its place. */
export async function findOwnBest(
  db: Database,
  customer_id: CustomerId,
  game: GameCode,
  day: string,
): Promise<{ score: number; place: number } | null> {
  const { rows } = await sql<{ score: number; place: number }>`
    select score, 1 + (select count(*)::int from game_best other join member using (customer_id)
      where other.game_code = own.game_code and other.day = own.day and member.erased_at is null
        and (other.score > own.score or (other.score = own.score and other.reached_at < own.reached_at))) as place
    from game_best own where customer_id = ${customer_id} and game_code = ${game} and day = ${day}`.execute(
    db,
  )
  return rows[0] ?? null
}

interface NewRun {
  run_id: string
  game: GameCode
  customer_id: CustomerId
  score: number
  finished_at: Date
}

/** Writes a finished run down; false if it was counted before. */
export async function insertRun(tx: Tx, { game, ...run }: NewRun): Promise<boolean> {
  const inserted = await tx
    .insertInto('game_run')
    .values({ ...run, game_code: game })
    .onConflict((conflict) => conflict.column('run_id').doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

/** Keeps the best score of a day. */
export async function saveBest(tx: Tx, run: NewRun, day: string): Promise<void> {
  const { game, customer_id, score, finished_at } = run
  await sql`
    insert into game_best (game_code, day, customer_id, score, reached_at)
    values (${game}, ${day}, ${customer_id}, ${score}, ${finished_at})
    on conflict (game_code, day, customer_id) do update set score = excluded.score, reached_at = excluded.reached_at
    where excluded.score > game_best.score`.execute(tx)
}

/** Counts one more prize of a day; false if all are given. */
export async function takeOfDay(
  tx: Tx,
  game: GameCode,
  day: string,
  most: number,
): Promise<boolean> {
  await tx
    .insertInto('game_day')
    .values({ game_code: game, day, ranked_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const counted = await tx
    .updateTable('game_day')
    .set(({ eb }) => ({ given: eb('given', '+', 1) }))
    .where('game_code', '=', game)
    .where('day', '=', day)
    .where('given', '<', most)
    .executeTakeFirst()
  return counted.numUpdatedRows === 1n
}

/** The first place of a day; null: nobody played, or their account was erased. */
export async function findFirst(
  db: Database,
  game: GameCode,
  day: string,
): Promise<CustomerId | null> {
  const row = await db
    .selectFrom('game_best')
    .innerJoin('member', 'member.customer_id', 'game_best.customer_id')
    .where('game_code', '=', game)
    .where('day', '=', day)
    .where('erased_at', 'is', null)
    .orderBy('score', 'desc')
    .orderBy('reached_at')
    .select('game_best.customer_id')
    .executeTakeFirst()
  return row?.customer_id ?? null
}

/** Notes that the first place of a day gets its prize; false if that was noted before. */
export async function rankDay(tx: Tx, game: GameCode, day: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into game_day (game_code, day, ranked_at) values (${game}, ${day}, ${now})
    on conflict (game_code, day) do update set ranked_at = excluded.ranked_at
    where game_day.ranked_at is null returning 1`.execute(tx)
  return rows.length > 0
}

/** The voucher that a customer got for a game on a day. */
export async function findPrizeOf(
  db: Database,
  customer_id: CustomerId,
  day: string,
): Promise<{ code: string; value: number; min_total: number; ends_at: Date } | null> {
  const row = await db
    .selectFrom('member_reward')
    .innerJoin('voucher', 'voucher.voucher_id', 'member_reward.voucher_id')
    .where('member_reward.customer_id', '=', customer_id)
    .where('kind', '=', 'game')
    .where('occasion', '=', day)
    .select(['code', 'value', 'min_total', 'ends_at'])
    .executeTakeFirst()
  if (row === undefined || row.value === null || row.ends_at === null) return null
  return { ...row, value: row.value, ends_at: row.ends_at }
}

/** Deletes runs and boards of before `before`. Returns how many rows. */
export async function deleteOldRuns(db: Database, before: Date, batch: number): Promise<number> {
  const { rows } = await sql`
    with runs as (
      delete from game_run where run_id in (
        select run_id from game_run where finished_at < ${before} order by finished_at limit ${batch}) returning 1
    ), bests as (
      delete from game_best where (game_code, day, customer_id) in (
        select game_code, day, customer_id from game_best where day < ${before}::date limit ${batch}) returning 1
    )
    select 1 as deleted from runs union all select 1 from bests`.execute(db)
  return rows.length
}
