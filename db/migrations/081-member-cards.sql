-- Cards by which members prove that they study, teach or buy for a company (decision 179).

create table member_card (
  card_id bigint generated always as identity primary key,
  customer_id bigint not null references customer,
  -- with 's-' before it: the code of the customer group
  kind text not null check (kind in ('student', 'teacher', 'business')),
  -- collecting: its pictures are not all here. ended: staff took the card back, or a newer one replaced it.
  state text not null default 'collecting'
    check (state in ('collecting', 'waiting', 'accepted', 'refused', 'ended', 'withdrawn')),
  level text check (level in ('school', 'vocational', 'university')),
  -- What the member typed. Empty: erased.
  institution text not null,
  holder text not null,
  -- of the card; of a company its tax code
  number text not null,
  -- printed on the card
  valid_until date,
  -- of the words by which the member agreed that staff look at the pictures
  consent_version integer not null check (consent_version > 0),
  created_at timestamptz not null,
  sent_at timestamptz,
  decided_at timestamptz,
  decided_by text,
  reason text,
  -- the last day on which the prices hold
  ends_on date,
  version integer not null default 1,
  check ((state in ('accepted', 'ended')) = (ends_on is not null)),
  check ((state in ('collecting', 'waiting')) = (decided_at is null))
);
create index member_card_by_customer on member_card (customer_id, card_id);
-- One request at a time, and one card that counts.
create unique index member_card_open on member_card (customer_id) where state in ('collecting', 'waiting');
create unique index member_card_accepted on member_card (customer_id) where state = 'accepted';
create index member_card_by_state on member_card (state, card_id);
create index member_card_by_number on member_card (number) where number <> '';

-- One side of a card. The bytes are in the store of files, encrypted with a key of their own.
create table card_picture (
  card_picture_id bigint generated always as identity primary key,
  card_id bigint not null references member_card,
  side text not null check (side in ('front', 'back')),
  -- the random name in the store of files
  name text not null unique check (name ~ '^[0-9a-f]{32}$'),
  -- The key, sealed with a key of the shop. Null: not stored yet, or erased; a job removes the bytes.
  sealed_key bytea,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  created_at timestamptz not null
);
create index card_picture_by_card on card_picture (card_id);
create unique index card_picture_in_use on card_picture (card_id, side) where sealed_key is not null;
create index card_picture_erased on card_picture (created_at) where sealed_key is null;

insert into role_permission (role_code, permission, scope, max_amount) values
  ('director', 'cards.verify', 'all', null),
  ('support_lead', 'cards.verify', 'all', null),
  ('data_officer', 'cards.verify', 'all', null);

call log_changes_of('member_card', 'card', events => 'update',
  ignored => '{card_id,customer_id,consent_version,created_at,sent_at,decided_at,decided_by,version}',
  personal => '{institution,holder,number,reason}');
