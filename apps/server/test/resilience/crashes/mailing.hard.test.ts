import { expect, it } from 'vitest'
import { crashableServersOfFile } from '../../fixtures/crashes/crashableServersOfFile.ts'

const servers = crashableServersOfFile()

const subscribers = 400
/** Those of a server to the mail server, by default. */
const connections = 5
/** The mails after which the server is killed. */
const kills = [60, 200]

const idOf = (mail: string) => /^Message-ID: (\S+)/im.exec(mail)?.[1] ?? ''
const addressOf = (mail: string) => /^To: (many\d+@site\.test)\r$/m.exec(mail)?.[1] ?? ''

it('a mailing reaches each subscriber once where its server is killed, but for as many in doubt as it had connections (T85)', async () => {
  await Promise.all(
    servers.both().map(async (server) => {
      await server.kill('SIGTERM')
      await server.look(
        `insert into players (deployment, username, username_key, email, email_key, created_at,
            confirmed_at)
          select 'local', 'Many' || n, 'many' || n, 'many' || n || '@site.test',
            'many' || n || '@site.test', now(), now() from generate_series(1, ${subscribers}) n`,
      )
      await server.look(
        `insert into newsletter_opt_ins (deployment, player_id, list_id, is_opt_in, updated_at)
          select deployment, id, 1, true, now() from players where username like 'Many%'`,
      )
      await server.look(
        `with mailing as (
            insert into mailings (deployment, revision, list_id, subject, body, state, starts_at,
              total, posted, last_player_id, made_by, started_by, changed_at)
            values ('local', 1, 1, 'News', 'Much.', 'running', now(), ${subscribers}, 0, 0, 'a',
              'a', now()) returning id)
          insert into pgboss.job (name, data)
            select 'mailing-parts', jsonb_build_object('deployment', 'local', 'mailing', id)
            from mailing`,
      )
      const received = () => server.received.filter((mail) => addressOf(mail) !== '')
      const untilReceived = (count: number) =>
        server.untilReceived(
          () => new Set(received().map(addressOf)).size >= count,
          () => `${received().length} mails instead of ${count}.`,
        )
      await server.revive()
      for (const count of kills) {
        await untilReceived(count)
        await server.kill()
        await server.freeJobs()
        await server.revive()
      }
      await untilReceived(subscribers)
      await server.kill('SIGTERM')
      expect(await server.look('select id from mails')).toEqual([])
      expect(new Set(received().map(idOf)).size).toBe(subscribers)
      expect(received().length - subscribers).toBeLessThanOrEqual(kills.length * connections)
      await server.revive()
    }),
  )
})
