alter table downloads add column about text;

comment on column downloads.about is
  'As that of repeated_orders.';
