-- Free and used keys of a batch are counted.

drop index concurrently if exists access_keys_of_batch;

create index concurrently access_keys_of_batch on access_keys (deployment, batch_id, used_at);
