-- Static pages are written with the editor of articles (decision 276): trang-3 is the static page 3.
alter table content_edit drop constraint content_edit_code_check;
alter table content_edit add constraint content_edit_code_check check (code ~ '^(bai|trang)-[1-9]\d{0,17}$');

call log_changes_of('static_page', 'static_page', 'static_page_id', ignored => '{static_page_id,code,body,changed_at}');
call log_pictures_of('static_page', 'static_page');

-- A link to a draft is opened by somebody: the ledger says so, without the link.
drop trigger log_change on content_edit;
call log_changes_of('content_edit', 'article', 'code',
  ignored => '{code,version,preview_until,changed_at,changed_by}', secret => '{preview_key}');
