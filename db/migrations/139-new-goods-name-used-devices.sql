-- The page of a new version names the cheapest used device of it, so it hears of changes of these too.
create or replace function tell_used_unit() returns trigger language plpgsql as $$
begin
  perform tell_products(versions_of(array(
    select distinct product_id from (
      select product_id from new_rows
      union all
      select item.used_of from new_rows join product item using (product_id)
    ) told limit 2001)));
  return null;
end $$;
