-- Whether an address agreed to offers in an order is asked before each message of a campaign.
create index sales_order_offer_email on sales_order (lower(recipient ->> 'email'))
  where recipient ->> 'promotion_announcement' = 'true';
