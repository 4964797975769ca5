-- Of which player an answer to staff is. A server of an earlier version leaves it empty: its answers
-- end within a day.

alter table repeated_orders add column about text;

comment on column repeated_orders.about is
  'The deployment and the player whose data it is: it is erased with the player. Null for others.';
