-- The picture that a shared link of a category of articles shows (contract §3, image_thumbnail). Null: that of its newest article.
alter table post_category add column image text;
