-- Reviews by every filter at once: how many published ones a version has of each kind (decision 315).
create table review_count (
  product_id bigint not null references product on delete cascade,
  stars smallint not null,
  has_pictures boolean not null,
  is_bought boolean not null,
  quantity integer not null default 0,
  primary key (product_id, stars, has_pictures, is_bought)
);

-- No review comes or goes between counting those that exist and counting by the trigger.
lock table review in share row exclusive mode;
insert into review_count (product_id, stars, has_pictures, is_bought, quantity)
select product_id, stars, picture_count > 0, bought_on is not null, count(*) from review where state = 'published'
group by 1, 2, 3, 4;

create or replace function add_ratings(reviews rated_review[], sign integer) returns void language sql as $$
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
  insert into review_count as known (product_id, stars, has_pictures, is_bought, quantity)
  select product_id, stars, has_pictures, is_bought, sign * count(*)
  from unnest(reviews) group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (product_id, stars, has_pictures, is_bought) do update set quantity = known.quantity + excluded.quantity;
  insert into product_aspect_rating as known (product_id, aspect, quantity, total)
  select product_id, aspect, sign * count(*), sign * sum(given::integer)
  from unnest(reviews), jsonb_each_text(aspects) as each (aspect, given)
  group by product_id, aspect order by product_id, aspect
  on conflict (product_id, aspect) do update set
    quantity = known.quantity + excluded.quantity, total = known.total + excluded.total;
$$;

-- What another filter reads stands in the index too: the few keys of a page are found without the reviews that it skips.
drop index review_shown_by_stars;
create index review_shown_by_stars on review (product_id, stars, created_at desc, review_id desc)
  include (picture_count, bought_on) where state = 'published';
drop index review_shown_with_pictures;
create index review_shown_with_pictures on review (product_id, created_at desc, review_id desc)
  include (stars, bought_on) where state = 'published' and picture_count > 0;
