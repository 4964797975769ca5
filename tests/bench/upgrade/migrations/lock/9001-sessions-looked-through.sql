lock table sessions in access exclusive mode;

select pg_sleep(8);
