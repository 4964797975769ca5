import { describe, expect, test } from 'vitest'
import { analyse } from './analyse.mjs'
import { exceptions, judge, problemsOf } from './judge.mjs'
import { breachesOf, rules } from './rules.mjs'

/** The rules that a statement breaks. */
async function brokenBy(text) {
  return breachesOf(await analyse(text)).map(({ rule }) => rule)
}

describe('a statement is within the rules', () => {
  test.each(
    rowsOf(`
    names a player | select * from sessions where deployment = $1 and player_id = $2 and id = $3
    names players of a list | select * from players where id = any($1) and deployment = $2
    names a player through a join | select * from sessions s join players p on p.deployment = s.deployment and p.id = s.player_id where s.deployment = $1 and s.player_id = $2 for update of s
    names a player in each branch of an or | delete from blocks where deployment = $1 and (player_id = $2 and blocked_id = $3 or player_id = $2 and $4)
    names whole keys in a list of rows | delete from outbox where (deployment, player_id, id) in (($1, $2, $3), ($4, $5, $6))
    inserts what it reads of the same player | insert into sessions (deployment, player_id, family) select $1, id, $2 from players where deployment = $1 and id = $3 for share
    names a player in a part that another part reads | with owner as (select id from players where deployment = $1 and id = $2) select b.badge from badges b join owner on b.player_id = owner.id and b.deployment = $1
    names a hash | update attempts set count = 0 where deployment = $1 and subject_hash = $2
    names a value | select 1 from unique_values where deployment = $1 and kind = 'email' and value = $2
    names values of two lists | select player_id from unique_values where deployment = $1 and (kind, value) in (select * from unnest($2::text[], $3::text[]))
    claims values with a new id | with fresh as materialized (select nextval(pg_get_serial_sequence('players', 'id')) as id) insert into unique_values (deployment, kind, value, player_id) select $1, given.kind, given.value, fresh.id from unnest($2::text[], $3::text[]) with ordinality as given (kind, value, place), fresh on conflict (deployment, kind, value) do update set player_id = excluded.player_id
    looks for rows of the same player in another table | update client_sessions s set ended_at = $1 where s.deployment = $2 and s.player_id = any($3::bigint[]) and not exists (select from sessions f where f.deployment = $2 and f.player_id = s.player_id and f.family = s.session_family)
    names the player of values | delete from unique_values where deployment = $1 and player_id = $2
    reads a whole catalogue | select * from cookies
    reads a catalogue beside a player | select c.name from cookies c left join cookie_choices h on h.cookie_id = c.id and h.deployment = c.deployment and h.player_id = $1 where c.deployment = $2
    writes a given time | update players set deleted_at = $1 where deployment = $2 and id = $3
    reads the clock without a write | select now()
  `),
  )('when it %s', async (_, text) => {
    expect(await brokenBy(text)).toEqual([])
  })
})

describe('a statement breaks a rule', () => {
  test.each(
    rowsOf(`
    names no player | no player | select * from sessions where deployment = $1 and id = $2
    names a player in one branch of an or | no player | select * from badges where deployment = $1 and (player_id = $2 or badge = $3)
    makes a player without an id | no player | insert into players (deployment, username) values ($1, $2)
    finds players by what it reads | no player | update badges set badge = $1 where deployment = $2 and player_id in (select player_id from badges where deployment = $2 and badge = $3)
    names no deployment | no deployment | delete from sessions where player_id = $1
    names no hash | no hash | delete from attempts where deployment = $1 and resets_at < $2
    names no value | no value | select 1 from unique_values where deployment = $1 and kind = 'email'
    names a table without a kind | unknown table | select * from nothing_known
    writes two tables of one player | two tables | with gone as (delete from badges where deployment = $1 and player_id = $2) delete from surveys where deployment = $1 and player_id = $2
    joins a look-up with its player | two kinds | select p.id from unique_values t join players p on p.deployment = t.deployment and p.id = t.player_id where t.deployment = $1 and t.kind = $2 and t.value = $3
    joins two players | two keys | select p.username from blocks b join players p on p.deployment = b.deployment and p.id = b.blocked_id where b.deployment = $1 and b.player_id = $2
    writes rows of two hashes | two keys | with one as (update attempts set count = 1 where deployment = $1 and subject_hash = $2) update attempts set count = 1 where deployment = $1 and subject_hash = $3
    moves rows to another key | changed key | update badges set player_id = $1 where deployment = $2 and player_id = $3
    skips locked rows | skip locked | select 1 from badges where deployment = $1 and player_id = $2 for update skip locked
    is recursive | recursive | with recursive n as (select 1 as i union all select i + 1 from n where i < 9) select i from n
    writes now() | clock of the database | update players set deleted_at = now() where deployment = $1 and id = $2
    writes clock_timestamp() | clock of the database | update players set deleted_at = clock_timestamp() where deployment = $1 and id = $2
    writes current_timestamp | clock of the database | update players set deleted_at = current_timestamp where deployment = $1 and id = $2
  `),
  )('when it %s (%s)', async (_, rule, text) => {
    expect(await brokenBy(text)).toContain(rule)
  })
})

async function problems(record, allowed) {
  return problemsOf(await judge(record, allowed), allowed)
}

describe('the list of exceptions', () => {
  const statement = { place: 'sweepAll', text: 'delete from badges where deployment = $1' }
  const allowed = [
    { places: ['sweepAll'], rules: ['no player'], kind: 'sweep', reason: 'what is over' },
  ]
  test('allows what it names, and every other breach is a problem with its statement', async () => {
    expect(await problems([statement], [])).toEqual([
      `sweepAll does not name the player's id of badges: ${statement.text}`,
    ])
    expect(await problems([statement], allowed)).toEqual([])
  })

  test('names nothing that no statement needs', async () => {
    expect(await problems([], allowed)).toEqual([
      'docs/scale.md names sweepAll, which breaks no such rule: take it away.',
    ])
  })

  test('is the table of docs/scale.md', () => {
    expect(exceptions).toHaveLength(43)
    expect(exceptions).toContainEqual({
      kind: 'sweep',
      places: ['database/operations/sweep.ts#sweep'],
      rules: ['no deployment', 'no player', 'no hash'],
    })
    expect(
      exceptions.flatMap(({ rules: named }) => named).filter((rule) => !(rule in rules)),
    ).toEqual([])
  })
})

/** The lines of a table, without the space around their cells. */
function rowsOf(table) {
  const lines = table.split('\n').filter((line) => line.trim() !== '')
  return lines.map((line) => line.split(' | ').map((cell) => cell.trim()))
}
