-- A database that is spread over several machines fires triggers of rows alone, but for `truncate`.

create trigger audit_log_rows_stay before delete or update on audit_log
  for each row
  execute function audit_log_only_grows();
