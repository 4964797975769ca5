import { statements } from './statements.ts'

const tables = [
  ['bearers', 'access_tokens'],
  ['connects', 'connections'],
  ['external_flows', 'authorization_flows'],
  ['partner_arrivals', 'partner_login_codes'],
  ['partner_proofs', 'registration_tickets'],
  ['site_consents', 'client_consents'],
  ['site_sessions', 'client_sessions'],
] as const

/** Of tables that have their new names. */
const columns = [
  ['connections', 'connect_name', 'account_name'],
  ['partner_login_codes', 'created_hash', 'code_hash'],
  ['sessions', 'bearer_expires_at', 'access_token_expires_at'],
  ['sessions', 'epoch', 'access_token_count'],
  ['sessions', 'handle_hash', 'session_id_hash'],
] as const

const words = [...tables, ...columns.map(([, from, to]) => [from, to] as const)]
const renamed = words.reduce((name, [from, to]) => `replace(${name}, '${from}', '${to}')`, 'name')

/**
 * Tables and columns get the words of the glossary, and so do their constraints and indexes. The names
 * come from the catalogue, because PostgreSQL 18 has a constraint for each `not null`, and 15 has none.
 */
export const glossaryNames = statements(
  ...tables.map(([from, to]) => `alter table ${from} rename to ${to}`),
  ...columns.map(([table, from, to]) => `alter table ${table} rename column ${from} to ${to}`),
  `do $$
    declare it record;
    begin
      for it in
        select conrelid::regclass as of_table, name, ${renamed} as renamed
        from (select conrelid, conname::text as name, connamespace from pg_constraint) found
        where connamespace = 'public'::regnamespace and name <> ${renamed}
      loop
        execute format('alter table %s rename constraint %I to %I', it.of_table, it.name, it.renamed);
      end loop;
      -- An index of a constraint was renamed with it.
      for it in
        select name, ${renamed} as renamed
        from (select relname::text as name, relkind, relnamespace from pg_class) found
        where relkind = 'i' and relnamespace = 'public'::regnamespace and name <> ${renamed}
      loop
        execute format('alter index %I rename to %I', it.name, it.renamed);
      end loop;
    end
  $$`,
  `alter table players rename constraint players_one_proof to players_partner_without_password`,
)
