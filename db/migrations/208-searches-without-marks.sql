-- Staff type "man hinh" and mean "màn hình": names are compared without marks, as shoppers' searches do.
create function without_marks(name text) returns text language sql immutable parallel safe as $$
  select replace(regexp_replace(normalize(lower(name), NFD), '[\u0300-\u036f]', '', 'g'), 'đ', 'd')
$$;
