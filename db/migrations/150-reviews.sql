-- What shoppers say about products (decision 251).
create table review (
  review_id bigint generated always as identity primary key,
  -- the version: all its colours are judged together
  product_id bigint not null references product,
  -- who wrote it; null: their account is gone
  customer_id bigint references customer on delete set null,
  -- opens it in any browser, to change or to erase it
  secret text not null unique,
  name text not null,
  -- in E.164; null: a member, or erased
  phone text,
  stars smallint not null check (stars between 1 and 5),
  -- stars of aspects by their code
  aspects jsonb not null default '{}',
  text text not null,
  -- the order that proves the purchase, when, and at which shop; without a shop it was delivered
  order_id bigint references sales_order,
  bought_on date,
  bought_shop_id integer references shop,
  check (order_id is null or bought_on is not null),
  -- held: by a rule, until staff look at it. hidden: by staff, for a listed reason
  state text not null check (state in ('published', 'held', 'hidden')),
  held_for text check (held_for in ('link', 'phone', 'insult', 'repeated')),
  hidden_for text check (hidden_for in ('illegal', 'insult', 'personal', 'advertising', 'off_topic', 'false_identity')),
  check ((state = 'hidden') = (hidden_for is not null)),
  -- null: no member of staff has looked at it since it was written or changed
  handled_at timestamptz,
  picture_count smallint not null default 0,
  helpful integer not null default 0,
  reports integer not null default 0,
  reply text,
  replied_by text,
  replied_at timestamptz,
  check ((reply is null) = (replied_at is null)),
  created_at timestamptz not null,
  edited_at timestamptz
);
create index review_shown on review (product_id, created_at desc, review_id desc) where state = 'published';
create index review_shown_by_stars on review (product_id, stars, created_at desc, review_id desc) where state = 'published';
create index review_shown_with_pictures on review (product_id, created_at desc, review_id desc)
  where state = 'published' and picture_count > 0;
create index review_shown_bought on review (product_id, created_at desc, review_id desc)
  where state = 'published' and bought_on is not null;
create index review_by_product on review (product_id);
create unique index review_of_customer on review (customer_id, product_id) where customer_id is not null;
create index review_by_customer on review (customer_id) where customer_id is not null;
create index review_by_phone on review (phone, created_at) where phone is not null;
create index review_by_order on review (order_id) where order_id is not null;
create index review_by_shop on review (bought_shop_id) where bought_shop_id is not null;
create index review_waiting on review (created_at) where handled_at is null or reports > 0;

-- Pictures of reviews: those that shoppers sent (a trigger writes them), and those of the demo shop.
create table review_picture (
  review_id bigint not null references review on delete cascade,
  position smallint not null,
  src text not null,
  width integer not null,
  height integer not null,
  primary key (review_id, position)
);
call log_pictures_of('review', 'review');

create function show_review_picture() returns trigger language plpgsql as $$
begin
  insert into review_picture (review_id, position, src, width, height)
  select new.subject_id,
    coalesce((select max(position) + 1 from review_picture other where other.review_id = new.subject_id), 0),
    '/danh-gia/anh/' || new.subject_id || '/' || new.picture_id || '.webp', file.width, file.height
  from stored_file file where file.hash = new.hash;
  return null;
end $$;
create trigger show_review_picture after insert on picture
  for each row when (new.subject_kind = 'review') execute function show_review_picture();

create function hide_review_picture() returns trigger language plpgsql as $$
begin
  delete from review_picture
  where review_id = old.subject_id and src = '/danh-gia/anh/' || old.subject_id || '/' || old.picture_id || '.webp';
  return null;
end $$;
create trigger hide_review_picture after delete on picture
  for each row when (old.subject_kind = 'review') execute function hide_review_picture();

create function count_review_pictures() returns trigger language plpgsql as $$
begin
  update review set picture_count = (select count(*) from review_picture other where other.review_id = review.review_id)
  where review_id = coalesce(new.review_id, old.review_id);
  return null;
end $$;
create trigger count_review_pictures after insert or delete on review_picture
  for each row execute function count_review_pictures();

-- One vote of each person.
create table review_vote (
  review_id bigint not null references review on delete cascade,
  customer_id bigint not null references customer on delete cascade,
  created_at timestamptz not null,
  primary key (review_id, customer_id)
);
create index review_vote_by_customer on review_vote (customer_id);

create function count_review_votes() returns trigger language plpgsql as $$
begin
  update review set helpful = helpful + 1 where review_id = new.review_id;
  return null;
end $$;
-- A vote counts on when its guest is gone.
create trigger count_review_votes after insert on review_vote
  for each row execute function count_review_votes();

-- Sums over all published reviews of a version. Triggers keep them, so that lists show stars without counting.
create table product_rating (
  product_id bigint primary key references product on delete cascade,
  stars_1 integer not null default 0,
  stars_2 integer not null default 0,
  stars_3 integer not null default 0,
  stars_4 integer not null default 0,
  stars_5 integer not null default 0,
  with_pictures integer not null default 0,
  bought integer not null default 0
);
create table product_aspect_rating (
  product_id bigint not null references product on delete cascade,
  aspect text not null,
  quantity integer not null default 0,
  total integer not null default 0,
  primary key (product_id, aspect)
);

-- Adds published reviews to the sums of their products, or takes them away.
create type rated_review as (product_id bigint, stars smallint, aspects jsonb, has_pictures boolean, is_bought boolean);
create function add_ratings(reviews rated_review[], sign integer) returns void language sql as $$
  insert into product_rating as known (product_id, stars_1, stars_2, stars_3, stars_4, stars_5, with_pictures, bought)
  select product_id, sign * count(*) filter (where stars = 1), sign * count(*) filter (where stars = 2),
    sign * count(*) filter (where stars = 3), sign * count(*) filter (where stars = 4),
    sign * count(*) filter (where stars = 5), sign * count(*) filter (where has_pictures),
    sign * count(*) filter (where is_bought)
  from unnest(reviews) group by product_id order by product_id
  on conflict (product_id) do update set
    stars_1 = known.stars_1 + excluded.stars_1, stars_2 = known.stars_2 + excluded.stars_2,
    stars_3 = known.stars_3 + excluded.stars_3, stars_4 = known.stars_4 + excluded.stars_4,
    stars_5 = known.stars_5 + excluded.stars_5, with_pictures = known.with_pictures + excluded.with_pictures,
    bought = known.bought + excluded.bought;
  insert into product_aspect_rating as known (product_id, aspect, quantity, total)
  select product_id, aspect, sign * count(*), sign * sum(given::integer)
  from unnest(reviews), jsonb_each_text(aspects) as each (aspect, given)
  group by product_id, aspect order by product_id, aspect
  on conflict (product_id, aspect) do update set
    quantity = known.quantity + excluded.quantity, total = known.total + excluded.total;
$$;

create function count_reviews() returns trigger language plpgsql as $$
declare
  gone rated_review[] := '{}';
  come rated_review[] := '{}';
begin
  if tg_op = 'INSERT' then
    come := array(select row(product_id, stars, aspects, picture_count > 0, bought_on is not null)::rated_review
      from new_rows where state = 'published');
  elsif tg_op = 'DELETE' then
    gone := array(select row(product_id, stars, aspects, picture_count > 0, bought_on is not null)::rated_review
      from old_rows where state = 'published');
  else
    -- Votes, replies and reports change no sum.
    gone := array(select row(o.product_id, o.stars, o.aspects, o.picture_count > 0, o.bought_on is not null)::rated_review
      from old_rows o join new_rows n using (review_id) where o.state = 'published'
        and (o.state, o.stars, o.aspects, o.picture_count > 0, o.bought_on)
          is distinct from (n.state, n.stars, n.aspects, n.picture_count > 0, n.bought_on));
    come := array(select row(n.product_id, n.stars, n.aspects, n.picture_count > 0, n.bought_on is not null)::rated_review
      from old_rows o join new_rows n using (review_id) where n.state = 'published'
        and (o.state, o.stars, o.aspects, o.picture_count > 0, o.bought_on)
          is distinct from (n.state, n.stars, n.aspects, n.picture_count > 0, n.bought_on));
  end if;
  if cardinality(gone) > 0 then perform add_ratings(gone, -1); end if;
  if cardinality(come) > 0 then perform add_ratings(come, 1); end if;
  -- Words, votes and replies stand on the page of the product and of its reviews only.
  if tg_op <> 'DELETE' then
    perform pg_notify('shop_change', 'talk:product:' || product_id) from (select distinct product_id from new_rows limit 500) told;
  else
    perform pg_notify('shop_change', 'talk:product:' || product_id) from (select distinct product_id from old_rows limit 500) told;
  end if;
  return null;
end $$;
create trigger count_new after insert on review referencing new table as new_rows
  for each statement execute function count_reviews();
create trigger count_changed after update on review referencing old table as old_rows new table as new_rows
  for each statement execute function count_reviews();
create trigger count_old after delete on review referencing old table as old_rows
  for each statement execute function count_reviews();

create trigger tell_insert after insert on product_rating referencing new table as new_rows
  for each statement execute function tell_of_new_rows();
create trigger tell_update after update on product_rating referencing old table as old_rows new table as new_rows
  for each statement execute function tell_of_changed_rows();
create trigger tell_delete after delete on product_rating referencing old table as old_rows
  for each statement execute function tell_of_old_rows();

-- "Báo xấu": one report of each person.
create table talk_report (
  subject_kind text not null check (subject_kind in ('review', 'comment')),
  subject_id bigint not null,
  customer_id bigint not null references customer on delete cascade,
  reason text not null check (reason in ('illegal', 'insult', 'personal', 'advertising', 'off_topic', 'false_identity')),
  created_at timestamptz not null,
  primary key (subject_kind, subject_id, customer_id)
);
create index talk_report_by_customer on talk_report (customer_id);

call log_changes_of('review', 'review', 'review_id', ignored =>
  '{review_id,product_id,customer_id,order_id,created_at,edited_at,handled_at,picture_count,helpful,reports,replied_at}',
  secret => '{secret}', personal => '{name,phone,text}');
