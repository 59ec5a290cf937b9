-- Every order can be shown to whoever holds its link: a secret of 154 random bits, old orders too
-- (a volatile default draws one for each row). gen_random_uuid draws from the server's strong source;
-- six bits of the first are fixed, so eight digits of a second make up for them.
alter table sales_order add column secret text not null
  default left(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 40)
  check (secret ~ '^[0-9a-f]{40}$');
