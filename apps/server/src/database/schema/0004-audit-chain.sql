-- The audit log becomes a chain for each deployment: an entry that is changed, removed or put between
-- others no longer fits what follows. A server of 1.0.0 goes on beside it: its entries name no
-- deployment where they concern all, and the trigger below gives them the rest. The log is locked
-- while its entries are chained; no request of a player reads or writes it.

create table audit_heads (
  deployment text not null,
  seq bigint not null,
  chain bytea not null,
  primary key (deployment)
);

comment on table audit_heads is
  'The newest entry of each chain of the audit log. The trigger locks it until the commit.';

alter table audit_log add column via text not null default 'command line'
    constraint audit_log_via check (via in ('command line', 'console', 'api', 'system')),
  add column staff_key bytea,
  add column approved_by text,
  add column alone boolean not null default false,
  add column session_id bigint,
  add column seq bigint not null default 0,
  add column chain bytea not null default '';

comment on column audit_log.deployment is
  'The name of the chain; `*` for what concerns all deployments.';
comment on column audit_log.via is
  'The way in which the act was ordered.';
comment on column audit_log.staff_key is
  'Of the person who signed in, a hash; null at the command line.';
comment on column audit_log.approved_by is
  'The second person; null where none was asked.';
comment on column audit_log.alone is
  'True where the act needs a second person elsewhere.';
comment on column audit_log.session_id is
  'The log-in of the person; null at the command line.';
comment on column audit_log.seq is
  'The number in the chain, without a gap. `id` is the order over all chains, and part of none.';
comment on column audit_log.chain is
  'SHA-256 of the chain of the entry before it, and of this entry.';

-- Each field is its length in bytes, a colon and its bytes in UTF-8, or `-` where it is null.
create function audit_chain(before bytea, variadic fields text[]) returns bytea language sql stable as $$
  select sha256(before || convert_to(string_agg(
    case when field is null then '-' else octet_length(convert_to(field, 'UTF8')) || ':' || field end,
    '' order by place), 'UTF8'))
  from unnest(fields) with ordinality as of_entry(field, place)
$$;

create function audit_moment(at timestamptz) returns text language sql stable as $$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
$$;

create function audit_log_is_chained() returns trigger language plpgsql as $$
  declare
    head audit_heads;
  begin
    new.deployment := coalesce(new.deployment, '*');
    loop
      select * into head from audit_heads where deployment = new.deployment for update;
      exit when found;
      insert into audit_heads (deployment, seq, chain)
        values (new.deployment, 0, sha256(convert_to(new.deployment, 'UTF8')))
        on conflict do nothing;
    end loop;
    new.seq := head.seq + 1;
    new.chain := audit_chain(head.chain, new.seq::text, audit_moment(new.at), new.who, new.why,
      new.command, new.deployment, new.subject, new.details::text, new.via,
      encode(new.staff_key, 'hex'), new.session_id::text, new.approved_by, new.alone::text);
    update audit_heads set seq = new.seq, chain = new.chain where deployment = new.deployment;
    return new;
  end
$$;

alter table audit_log disable trigger user;

do $$
  declare
    name text;
    head bytea;
    number bigint;
    entry record;
  begin
    for name in select distinct coalesce(deployment, '*') from audit_log loop
      head := sha256(convert_to(name, 'UTF8'));
      number := 0;
      for entry in select * from audit_log where coalesce(deployment, '*') = name order by id loop
        number := number + 1;
        head := audit_chain(head, number::text, audit_moment(entry.at), entry.who, entry.why,
          entry.command, name, entry.subject, entry.details::text, entry.via,
          encode(entry.staff_key, 'hex'), entry.session_id::text, entry.approved_by,
          entry.alone::text);
        update audit_log set deployment = name, seq = number, chain = head where id = entry.id;
      end loop;
      insert into audit_heads (deployment, seq, chain) values (name, number, head);
    end loop;
  end
$$;

alter table audit_log enable trigger user;

alter table audit_log drop constraint audit_log_pkey;

alter table audit_log add constraint audit_log_pkey primary key (deployment, seq);

create unique index audit_log_by_id on audit_log (id);

create index audit_log_by_time on audit_log (deployment, at desc, id desc);

create index audit_log_of_person on audit_log (deployment, who, id desc);

create index audit_log_of_command on audit_log (deployment, command, id desc);

create trigger audit_log_is_chained before insert on audit_log
  for each row
  execute function audit_log_is_chained();
