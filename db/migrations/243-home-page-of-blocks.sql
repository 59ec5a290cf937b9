-- The home page shows the blocks of this landing page, which has no address of its own. Without blocks it shows a row
-- of goods for each category.
insert into landing_page (code, name, layout, theme, meta_index)
values ('trang-chu', 'Trang chủ', 'landing-page', 'cream', false)
on conflict (code) do nothing;
