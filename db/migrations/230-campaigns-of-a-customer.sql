-- A merge and an erasure look for what campaigns sent to an account.
create index campaign_recipient_by_customer on campaign_recipient (customer_id) where customer_id is not null;
