-- Receipts of actions on many orders, and the list of files that staff took, are not for ever. What each action changed
-- stays in the ledger. The serving role may not delete these rows, so that nobody who breaks into a serving process hides
-- a file that was taken: this function runs with the rights of the owner, and deletes nothing that is younger than a year.
create function delete_old_receipts(jobs_before timestamptz, files_before timestamptz, batch integer)
  returns table (jobs integer, files integer)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  jobs_before := least(jobs_before, now() - interval '365 days');
  files_before := least(files_before, now() - interval '365 days');
  -- A job is deleted after the one that undoes it.
  with old as (
    select bulk_job_id from bulk_job job where ended_at < jobs_before
      and not exists (select from bulk_job later where later.undoes = job.bulk_job_id)
    order by bulk_job_id limit batch for update skip locked
  ), rows_gone as (
    delete from bulk_job_row using old where bulk_job_row.bulk_job_id = old.bulk_job_id
  )
  select count(*) into jobs from old;
  delete from bulk_job job where ended_at < jobs_before
    and not exists (select from bulk_job later where later.undoes = job.bulk_job_id)
    and not exists (select from bulk_job_row where bulk_job_row.bulk_job_id = job.bulk_job_id);
  with old as (
    select list_export_id from list_export where started_at < files_before
    order by list_export_id limit batch for update skip locked
  )
  delete from list_export using old where list_export.list_export_id = old.list_export_id;
  get diagnostics files = row_count;
  return next;
end $$;
