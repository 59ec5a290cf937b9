import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import { attempt_moves } from '#shop/payment/attempt/attempt-states.ts'

/** Records every change of an attempt's state from now on, and the transactions in which orders moved. */
export async function watchAttempts(db: Database): Promise<void> {
  await sql`
    create table watched (order_id bigint, before text, after text,
      transaction xid8 default pg_current_xact_id());
    create function watch_attempt() returns trigger language plpgsql security definer as $$ begin
      insert into watched (order_id, before, after)
      values (new.order_id, case tg_op when 'INSERT' then 'new' else old.state end, new.state);
      return null; end $$;
    create trigger watch_new_attempts after insert on payment for each row execute function watch_attempt();
    create trigger watch_attempts after update of state on payment for each row
      when (old.state <> new.state) execute function watch_attempt();
    create function watch_order() returns trigger language plpgsql security definer as $$ begin
      insert into watched (order_id) values (new.order_id);
      return null; end $$;
    create trigger watch_orders after insert on sales_order_event for each row execute function watch_order();
  `.execute(db)
}

interface AttemptChange {
  before: string
  after: string
  /** Whether the order moved in the same transaction. */
  is_with_order: boolean
}

/**
 * Returns the changes since `watchAttempts` that are against the table of moves, or in which the order did not move in
 * the same transaction. A provider may end a started attempt alone: the order waits for another one.
 */
export async function attemptErrors(db: Database): Promise<string[]> {
  const { rows } = await sql<AttemptChange>`
    select distinct before, after, exists (select from watched moved where moved.after is null
      and moved.order_id = attempt.order_id and moved.transaction = attempt.transaction) as is_with_order
    from watched attempt where after is not null`.execute(db)
  if (rows.length === 0) return ['no attempt changed']
  return rows.flatMap(({ before, after, is_with_order }) => {
    const moves: [string, { from: readonly string[]; to: string }][] = Object.entries(attempt_moves)
    const move = moves.find(([, { from, to }]) => from.includes(before) && to === after)
    if (move === undefined) return [`an attempt went from ${before} to ${after}`]
    const may_be_alone = before === 'started' && after === 'failed'
    return is_with_order || may_be_alone ? [] : [`${move[0]} happened without a move of the order`]
  })
}
