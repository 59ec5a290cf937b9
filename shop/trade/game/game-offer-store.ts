import { sql } from 'kysely'
import type { StaffGameOffer } from '#contracts/staff/offers/games.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { GameCode } from '#pure/games/game.ts'

interface StaffGameRow {
  game: GameCode
  is_open: boolean
  version: number
  changed_at: Date | null
  changed_by: string | null
  /** From the one that holds on the day, the next ones after it. */
  offers: StaffGameOffer[]
  runs: number
  players: number
  best: number
  given: number
}

/** Every game with its tables of prizes from a day on, and what was played since the start of that day. */
export async function findStaffGames(
  db: Database,
  day: string,
  since: Date,
): Promise<StaffGameRow[]> {
  const { rows } = await sql<StaffGameRow>`
    select game.game_code as game, is_open, version, changed_at, changed_by, coalesce(given, 0) as given,
      coalesce(runs, 0)::int as runs, coalesce(players, 0)::int as players, coalesce(best, 0) as best,
      (select json_agg(json_build_object('from_day', from_day, 'prizes_per_day', prizes_per_day,
          'ranking_value', ranking_value, 'ranking_registration', ranking_registration, 'prizes', coalesce((
            select json_agg(json_build_object('score', score, 'value', value) order by score) from game_prize prize
            where (prize.game_code, prize.from_day) = (offer.game_code, offer.from_day)), '[]')) order by from_day)
        from game_offer offer where offer.game_code = game.game_code and from_day >= (
          select max(from_day) from game_offer held where held.game_code = game.game_code and from_day <= ${day})
      ) as offers
    from game
    left join game_day on game_day.game_code = game.game_code and day = ${day}
    left join (
      select game_code, count(*) as runs, count(distinct customer_id) as players, max(score) as best
      from game_run where finished_at >= ${since} group by game_code
    ) played on played.game_code = game.game_code`.execute(db)
  return rows
}

interface Changed {
  changed_at: Date
  changed_by: string
}

/** Raises the version of a game; false if somebody has changed it since it was shown. */
export async function touchGame(
  tx: Tx,
  game: GameCode,
  { is_open, ...changed }: Changed & { is_open?: boolean },
  version: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('game')
    .set({ ...changed, version: version + 1, ...(is_open === undefined ? {} : { is_open }) })
    .where('game_code', '=', game)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Writes the table of prizes that holds from a day on, in place of another one from that day. */
export async function saveOffer(tx: Tx, game: GameCode, offer: StaffGameOffer): Promise<void> {
  const { prizes, ...row } = offer
  const key = { game_code: game, from_day: row.from_day }
  await tx
    .deleteFrom('game_prize')
    .where('game_code', '=', game)
    .where('from_day', '=', row.from_day)
    .execute()
  await tx
    .insertInto('game_offer')
    .values({ game_code: game, ...row })
    .onConflict((conflict) =>
      conflict.columns(['game_code', 'from_day']).doUpdateSet({
        prizes_per_day: row.prizes_per_day,
        ranking_value: row.ranking_value,
        ranking_registration: row.ranking_registration,
      }),
    )
    .execute()
  await tx
    .insertInto('game_prize')
    .values(prizes.map((prize) => ({ ...key, ...prize })))
    .execute()
}
