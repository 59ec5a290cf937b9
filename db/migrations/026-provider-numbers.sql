-- Needs every older process stopped: it sends and reads other numbers than this release.
-- Every number that a provider gets is random and stored here (decision 100). Rows of before keep the number that
-- their provider may know already.

-- payOS knows an attempt by a whole number, which is now its reference like that of any other gateway.
update payment set reference = (9000000000 + payment_id)::text where method = 'payos' and reference is not null;
-- what the provider called the payment when it started: a notice about another one is not about this attempt
alter table payment add column provider_link text;
update payment set provider_link = substring(redirect_url from '^https://pay\.payos\.vn/web/(\w+)$')
where method = 'payos';
update payment set provider_link = provider_reference where method = 'fundiin' and redirect_url is not null;

alter table refund add column number text;
update refund set number = case gateway when 'zalopay' then lpad(refund_id::text, 10, '0') else refund_id::text end;
alter table refund alter column number set not null;
create unique index refund_number on refund (number);

-- payOS's orderCode of a shown code, and the link that payOS made for it
alter table transfer_code add column order_number bigint;
update transfer_code set order_number = transfer_code_id;
alter table transfer_code alter column order_number set not null;
create unique index transfer_code_number on transfer_code (order_number);
alter table transfer_code add column payment_link text;
update transfer_code set payment_link = substring(checkout_url from '^https://pay\.payos\.vn/web/(\w+)$');

-- A message is sent again under the same number, so that its provider counts it once.
alter table outbox add column request_id text not null default gen_random_uuid();
update outbox set request_id = 'outbox-' || outbox_id where state in ('waiting', 'sending');
