-- Lists of used devices group those on sale by version and grade: from this index alone, without the passports.
create index used_unit_cards on used_unit (version_id, grade) include (price, battery, listed_at, product_id, shop_id)
  where state = 'listed';
