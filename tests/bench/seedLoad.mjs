import { Client } from 'pg'

/**
 * Fills the database of a product up to this number of players, with the password of the existing
 * ones. Every fifth is signed in.
 */
export async function seedLoad(url, count) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(
      `insert into players (deployment, username, username_key, email, email_key, password_hash,
         created_at, confirmed_at)
       select 'bench', 'Seeded' || n, 'seeded' || n, 'seeded' || n || '@bench.test',
         'seeded' || n || '@bench.test', known.password_hash, now(), now()
       from generate_series(1, $1::int - (select count(*)::int from players)) n,
         (select password_hash from players limit 1) known`,
      [count],
    )
    await client.query(
      `insert into unique_values (deployment, kind, value, player_id, created_at)
       select deployment, 'username', username_key, id, created_at from players
       where username like 'Seeded%'
       union all
       select deployment, 'email', email_key, id, created_at from players
       where username like 'Seeded%'
       on conflict do nothing`,
    )
    await client.query(
      `insert into sessions (deployment, family, player_id, client_id, session_id_hash, refresh_hash,
         access_token_expires_at, created_at, seen_at, expires_at, authenticated_at, ip, user_agent)
       select 'bench', gen_random_uuid(), id, '', sha256(username::bytea), sha256(username::bytea),
         now(), now(), now(), now() + interval '20 days', now(), '', ''
       from players where username like 'Seeded%' and id % 5 = 0`,
    )
    await client.query(
      `insert into access_tokens (deployment, player_id, value_hash, session_id, expires_at)
       select deployment, player_id, session_id_hash, id, expires_at from sessions s
       where not exists (select from access_tokens b
         where b.player_id = s.player_id and b.session_id = s.id)`,
    )
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}
