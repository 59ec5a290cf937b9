-- A card may pay only a part of an order in parts, and its plan may change until it is paid (decision 287). Plans are
-- never changed: each choice is a row, and an attempt names the plan that its provider was asked for.
alter table card_plan drop constraint card_plan_pkey;
alter table card_plan add column card_plan_id bigint generated always as identity primary key;
-- What is paid when the goods are handed over; the card pays the price less this.
alter table card_plan add column rest bigint not null default 0 check (rest >= 0 and rest < price);
create index card_plan_order_id on card_plan (order_id);

alter table payment add column card_plan_id bigint references card_plan;
create index payment_card_plan_id on payment (card_plan_id) where card_plan_id is not null;
update payment set card_plan_id = plan.card_plan_id
from card_plan plan
where plan.order_id = payment.order_id and payment.method = 'alepay' and payment.reference is not null;
