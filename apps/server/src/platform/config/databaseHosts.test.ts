import { expect, it } from 'vitest'
import { databaseHosts } from './databaseHosts.ts'

it('reads several hosts and what they have to be, as PostgreSQL’s own clients do', () => {
  expect(databaseHosts('postgres://a:b@one:5432,two:5433/db?sslmode=require')).toEqual({
    urls: [
      'postgres://a:b@one:5432/db?sslmode=require',
      'postgres://a:b@two:5433/db?sslmode=require',
    ],
    wanted: 'read-write',
  })
  expect(
    databaseHosts('postgresql://[::1],two/db?target_session_attrs=any&sslmode=require'),
  ).toEqual({
    urls: ['postgresql://[::1]/db?sslmode=require', 'postgresql://two/db?sslmode=require'],
    wanted: 'any',
  })
  expect(databaseHosts('postgres://one/db?target_session_attrs=primary')).toEqual({
    urls: ['postgres://one/db'],
    wanted: 'primary',
  })
  const socket = 'postgres:///db?host=/run/postgresql'
  expect(databaseHosts(socket)).toEqual({ urls: [socket], wanted: 'any' })
})

it('refuses what is no connection string, and hosts that take no writes', () => {
  const wrong = ['mysql://one/db', 'one:5432/db', 'postgres://one,/db', 'postgres://one:x/db']
  for (const url of wrong) expect(databaseHosts(url)).toBeNull()
  expect(databaseHosts('postgres://one,two/db?target_session_attrs=standby')).toBeNull()
})
