// The point of time before a mistake: pgBackRest's backup and archive, and the erasure log after it.
import { setTimeout as pause } from 'node:timers/promises'
import { join } from 'node:path'
import { root } from '../../../scripts/bootstrap.mjs'
import { FailedError, Visitor } from '../upgrade/visitors.mjs'
import { run } from './machine.mjs'

const why = ['--deployment', 'bench', '--why', 'the proof of the restore']
const data = '/var/lib/postgresql/15/main'

/** Plays it with the servers of `play`; resolves with what is wrong, a sentence each. */
export async function playRestore(cluster, { settings, port, host, apiKey, players }, servers) {
  const gatehouse = (...args) =>
    run(
      'env',
      ...Object.entries(settings).map(([name, value]) => `${name}=${value}`),
      ...command(args),
    )
  const [erased, withdrawing, staying] = players.slice(-3)
  const world = { port, host, apiKey, record, isAcknowledged: () => undefined }
  const choose = async ({ username, password, number }, is) => {
    const visitor = new Visitor(world, 5e6 + number)
    await visitor.logIn(username, password)
    await visitor.call('opt', 'newsletter/optin-user', {
      ListId: 1,
      IsOptIn: is,
      IsG2GOptIn: false,
    })
  }
  const primary = await cluster.primary()
  await cluster.backUp()
  for (const each of [erased, withdrawing, staying]) await choose(each, true)
  await pause(2000)
  const moment = await primary.ask('select now()')
  await pause(2000)
  await gatehouse('players', 'erase', erased.username, ...why)
  await choose(withdrawing, false)
  // The moment does not know this: it has to be gone.
  await gatehouse('email-domains', 'set', 'mistake.test', 'disposable', ...why)
  // Servers write the erasure log every five seconds.
  await pause(10_000)

  const began = performance.now()
  await servers.stop()
  await restoreAll(cluster, moment)
  const restored = await gatehouse(
    'restored',
    '--journal',
    settings.ERASURE_LOG_FILE,
    ...why.slice(2),
  )
  await servers.start()
  console.log(
    `The moment ${moment} is back after ${((performance.now() - began) / 1000).toFixed(0)} s:\n${restored}`,
  )
  await cluster.backUp()
  return check(await cluster.primary(), { erased, withdrawing, staying })
}

function command(args) {
  return [process.execPath, join(root, 'apps/server/bin/gatehouse.mjs'), ...args]
}

function record({ step, status, answer: { statusCode, body } }) {
  if (statusCode !== status) throw new FailedError(`${step}: ${statusCode} ${body.slice(0, 200)}`)
}

/** As docs/operations/high-availability.md has it. */
async function restoreAll(cluster, moment) {
  const primary = await cluster.primary()
  await primary.ask('select pg_switch_wal()')
  await primary.mustAs('postgres', 'pgbackrest', '--stanza=gatehouse', 'check')
  const [one, ...others] = cluster.machines
  // The primary is the last to end, so that no other one takes over.
  for (const each of cluster.others(primary)) await each.end('patroni', 'SIGTERM')
  await primary.end('patroni', 'SIGTERM')
  await one.mustAs(
    'postgres',
    'sh',
    '-c',
    `printf 'gatehouse\\nYes I am aware\\n' | patronictl -c /etc/patroni/config.yml remove gatehouse`,
  )
  for (const each of cluster.machines) await each.mustAs('postgres', 'mv', data, `${data}.before`)
  await one.mustAs(
    'postgres',
    'pgbackrest',
    '--stanza=gatehouse',
    '--type=time',
    `--target=${moment}`,
    '--target-action=promote',
    'restore',
  )
  const control = ['/usr/lib/postgresql/15/bin/pg_ctl', '-D', data, '-w', '-l', '/tmp/restore.log']
  await one.mustAs('postgres', ...control, '-o', "-c listen_addresses=''", 'start')
  for (const until = Date.now() + 60_000; (await one.ask('select pg_is_in_recovery()')) !== 'f';) {
    if (Date.now() > until) throw new Error('The recovery does not end.')
    await pause(500)
  }
  await one.mustAs('postgres', ...control, 'stop')
  one.startPatroni()
  await cluster.primary()
  for (const each of others) each.startPatroni()
  await cluster.untilWhole()
  for (const each of cluster.machines) await each.mustAs('postgres', 'rm', '-r', `${data}.before`)
}

async function check(primary, { erased, withdrawing, staying }) {
  const ask = (statement) => primary.ask(statement, 'gatehouse')
  const optIns = ({ id }) =>
    ask(`select count(*) from newsletter_opt_ins where player_id = ${id} and is_opt_in`)
  const seen = {
    'The erased player is erased again.': await ask(
      `select count(*) = 0 from players where username = '${erased.username}'`,
    ),
    'The erased player has no list.': (await optIns(erased)) === '0' ? 't' : 'f',
    'The withdrawn consent is withdrawn again.': (await optIns(withdrawing)) === '0' ? 't' : 'f',
    'Another consent is there.': (await optIns(staying)) === '0' ? 'f' : 't',
    'What came after the moment is gone.': await ask(
      "select count(*) = 0 from email_rules where domain = 'mistake.test'",
    ),
  }
  for (const [sentence, is] of Object.entries(seen))
    console.log(`${is === 't' ? '    ' : ' !  '}${sentence}`)
  return Object.entries(seen).flatMap(([sentence, is]) =>
    is === 't' ? [] : [`Not so: ${sentence}`],
  )
}
