-- Games (decisions 257, 258): which are open, what their prizes are, and what was played.
create table game (
  game_code text primary key check (game_code in ('catch-money', 'jump-jump', 'fruit-ninja')),
  is_open boolean not null default true,
  version integer not null default 1,
  changed_at timestamptz,
  changed_by text
);
insert into game (game_code) values ('catch-money'), ('jump-jump'), ('fruit-ninja');

-- The fixed tables of prizes. One holds from its day until the next one: what was published for a day stays.
create table game_offer (
  game_code text not null references game,
  -- Vietnamese calendar
  from_day date not null,
  -- prizes of a day, all players together
  prizes_per_day integer not null check (prizes_per_day between 0 and 10000),
  -- đồng for the first place of a day. A contest: it needs the number under which it was registered.
  ranking_value bigint not null default 0 check (ranking_value between 0 and 500000),
  ranking_registration text not null default '',
  primary key (game_code, from_day),
  check (ranking_value = 0 or ranking_registration <> '')
);
insert into game_offer (game_code, from_day, prizes_per_day) select game_code, '2026-01-01', 100 from game;

-- Who reaches the score gets the voucher. Nothing is drawn.
create table game_prize (
  game_code text not null,
  from_day date not null,
  score integer not null check (score between 1 and 1000000),
  -- đồng
  value bigint not null check (value between 1000 and 500000),
  primary key (game_code, from_day, score),
  foreign key (game_code, from_day) references game_offer on delete cascade
);
insert into game_prize (game_code, from_day, score, value)
select game_code, '2026-01-01', score, value from (values
  ('catch-money', 3000, 10000), ('catch-money', 6000, 20000), ('catch-money', 9000, 50000),
  ('jump-jump', 1500, 10000), ('jump-jump', 3500, 20000), ('jump-jump', 5500, 50000),
  ('fruit-ninja', 1500, 10000), ('fruit-ninja', 3500, 20000), ('fruit-ninja', 6000, 50000)
) as first (game_code, score, value);

-- A finished run. Its number comes from the signed start, so each start counts once.
create table game_run (
  run_id uuid primary key,
  game_code text not null,
  customer_id bigint not null references customer on delete cascade,
  score integer not null check (score >= 0),
  finished_at timestamptz not null
);
create index game_run_by_customer on game_run (customer_id);
create index game_run_by_time on game_run (finished_at);

-- The best run of a member on a day (Vietnamese calendar).
create table game_best (
  game_code text not null references game,
  day date not null,
  customer_id bigint not null references customer on delete cascade,
  score integer not null check (score > 0),
  reached_at timestamptz not null,
  primary key (game_code, day, customer_id)
);
create index game_best_by_score on game_best (game_code, day, score desc, reached_at);
create index game_best_by_customer on game_best (customer_id);

-- How many prizes a day has given.
create table game_day (
  game_code text not null references game,
  day date not null,
  given integer not null default 0 check (given >= 0),
  -- when the first place of the day got its prize
  ranked_at timestamptz,
  primary key (game_code, day)
);

-- A member gets one prize of the games on a day: the occasion is the day.
alter table member_reward drop constraint member_reward_kind_check;
alter table member_reward add constraint member_reward_kind_check check (kind in ('birthday', 'rank_up', 'game', 'game_first'));

create trigger tell_change after insert or update or delete on game
  for each statement execute function tell_tag('games');
create trigger tell_change after insert or update or delete on game_offer
  for each statement execute function tell_tag('games');

insert into role_permission (role_code, permission, scope, max_amount) values
  ('director', 'games.see', 'all', null),
  ('director', 'games.change', 'all', null),
  ('category_manager', 'games.see', 'all', null),
  ('category_manager', 'games.change', 'all', null),
  ('content', 'games.see', 'all', null),
  ('auditor', 'games.see', 'all', null);

call log_changes_of('game', 'game', 'game_code', ignored => '{version,changed_at,changed_by}');
call log_changes_of('game_offer', 'game', 'game_code', ignored => '{game_code}');
call log_changes_of('game_prize', 'game', 'game_code', ignored => '{game_code}');
