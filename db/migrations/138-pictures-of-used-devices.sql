-- Photographs of used devices, which staff take at the shop and every shopper sees.
call log_pictures_of('used_unit', 'used_unit');

-- Each is a picture of the item too, so that carts, lists and feeds show it like any other.
create function show_used_picture() returns trigger language plpgsql as $$
begin
  insert into product_media (product_id, position, src, alt, width, height)
  select used.product_id,
    coalesce((select max(position) + 1 from product_media other where other.product_id = used.product_id), 0),
    '/may-cu/anh/' || used.imei_id || '/' || new.picture_id || '-nho.webp',
    item.name || coalesce(' màu ' || lower(item.color_name), '') || ', ảnh thật', file.width, file.height
  from used_unit used join product item on item.product_id = used.product_id, stored_file file
  where used.imei_id = new.subject_id and file.hash = new.hash;
  return null;
end $$;
create trigger show_used_picture after insert on picture
  for each row when (new.subject_kind = 'used_unit') execute function show_used_picture();

create function hide_used_picture() returns trigger language plpgsql as $$
begin
  delete from product_media using used_unit used
  where used.imei_id = old.subject_id and product_media.product_id = used.product_id
    and src = '/may-cu/anh/' || old.subject_id || '/' || old.picture_id || '-nho.webp';
  return null;
end $$;
create trigger hide_used_picture after delete on picture
  for each row when (old.subject_kind = 'used_unit') execute function hide_used_picture();
