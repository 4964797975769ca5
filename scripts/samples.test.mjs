import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { compileFunction } from 'node:vm'
import { beforeEach, describe, expect, test } from 'vitest'
import { root } from './bootstrap.mjs'

/* examples/ready-software/nodebb, with the functions of NodeBB 4.15 that it uses. */

const folder = join(root, 'examples/ready-software/nodebb')
const issuer = 'https://account.example/oidc'
const key = Buffer.from('a secret of the samples')
const secret = `whsec_${key.toString('base64')}`
const community = readFileSync(join(root, 'docs/community-site.md'), 'utf8')
const [, table = ''] = /^## Account events$([^]*?)^### /m.exec(community) ?? []
const types = [...table.matchAll(/`((?:account|block)\.\w+)`/g)].map(([, type]) => type)

let forum
let plugin

beforeEach(() => {
  forum = createForum()
  plugin = load(forum)
})

/** A forum with one member, `uid` 7, who is 42 at the portal. */
function createForum() {
  const objects = { 'gatehouseId:uid': { 42: '7' } }
  const sets = {}
  const member = { username: 'Ada', email: 'ada@old.test', isBanned: false, isConfirmed: true }
  const forum = { member, revoked: 0, routes: {}, broken: null, lines: [] }
  const db = {
    getObjectField: async (key, field) => objects[key]?.[field] ?? null,
    setObjectField: async (key, field, value) => {
      ;(objects[key] ??= {})[field] = value
    },
    deleteObjectField: async (key, field) => {
      delete objects[key]?.[field]
    },
    isSortedSetMember: async (key, value) => sets[key]?.has(value) ?? false,
    sortedSetAdd: async (key, score, value) => {
      ;(sets[key] ??= new Map()).set(value, score)
    },
    sortedSetsRemoveRangeByScore: async ([key], _from, to) => {
      for (const [value, score] of sets[key]) if (score <= to) sets[key].delete(value)
    },
  }
  const user = {
    auth: {
      revokeAllSessions: async () => {
        forum.revoked += 1
      },
    },
    bans: {
      isBanned: async () => member.isBanned,
      ban: async () => {
        if (forum.broken) throw new Error(forum.broken)
        member.isBanned = true
      },
      unban: async () => {
        member.isBanned = false
      },
    },
    email: {
      remove: async () => Object.assign(member, { email: '', isConfirmed: false }),
      confirmByUid: async () => {
        member.isConfirmed = true
      },
    },
    updateProfile: async (_caller, { username }) => {
      if (username === 'Taken') throw new Error('[[error:username-taken]]')
      member.username = username
    },
    deleteAccount: async () => {
      forum.member = null
    },
    getUserField: async (_uid, field) => member[field],
    setUserField: async (_uid, field, value) => {
      member[field] = value
    },
    getUidByEmail: async (email) => (email === 'grace@site.test' ? 8 : null),
  }
  const nconf = { get: () => ({ provider: 'gatehouse', issuer, secret }) }
  const winston = {
    warn: (line) => forum.lines.push(line),
    error: (line) => forum.lines.push(line),
  }
  forum.modules = { './src/database': db, './src/user': user, nconf, winston }
  return forum
}

/** As NodeBB loads a plugin: with its own `nodebb.require`, and the methods of plugin.json. */
function load({ modules, routes }) {
  const exports = {}
  const source = readFileSync(join(folder, 'library.js'), 'utf8')
  const nodebb = { require: (name) => modules[name] }
  const run = compileFunction(source, ['exports', 'require', 'nodebb'])
  run(exports, createRequire(join(root, 'packages/signin/package.json')), nodebb)
  const { hooks } = JSON.parse(readFileSync(join(folder, 'plugin.json'), 'utf8'))
  const fire = (hook, given) =>
    Promise.all(
      hooks.filter((each) => each.hook === hook).map(({ method }) => exports[method](given)),
    )
  const post = (path, handler) => {
    routes[path] = handler
  }
  return { fire, ready: fire('static:app.load', { router: { post } }) }
}

let sent = 0

async function hears(type, given = {}, { iss = issuer, at = new Date(), ...over } = {}) {
  await plugin.ready
  const event = { type, timestamp: at.toISOString(), data: { iss, sub: '42', ...given } }
  const body = JSON.stringify(event)
  const id = over.id ?? `msg_${(sent += 1)}`
  const now = `${Math.floor(Date.now() / 1000)}`
  const signature = createHmac('sha256', key).update(`${id}.${now}.${body}`).digest('base64')
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': now,
    'webhook-signature': over.signature ?? `v1,${signature}`,
  }
  const request = { headers, rawBody: Buffer.from(body), body: event }
  return new Promise((resolve) => {
    forum.routes['/gatehouse/events'](request, { sendStatus: resolve })
  })
}

/** A request of the member by a session that began at a moment; the uid that NodeBB sees. */
async function visit(datetime) {
  const handlers = []
  await plugin.fire('static:app.preload', { app: { use: (handler) => handlers.push(handler) } })
  const request = {
    uid: 7,
    loggedIn: true,
    session: { meta: { datetime } },
    logout(done) {
      done()
    },
  }
  for (const handler of handlers) {
    await new Promise((resolve, reject) => {
      handler(request, {}, (error) => (error ? reject(error) : resolve()))
    })
  }
  return request.uid
}

const signedIn = (name, profile) =>
  plugin.fire('action:oauth2.login', { name, user: { uid: 7 }, profile })

describe('the receiver of NodeBB', () => {
  test.each([...types, 'event.test'])('takes %s, signed', async (type) => {
    expect(await hears(type)).toBe(204)
  })

  test('takes nothing that the portal did not sign', async () => {
    expect(await hears('account.deleted', {}, { signature: 'v1,bm90aGluZw==' })).toBe(400)
    expect(forum.member).not.toBeNull()
  })

  test('takes nothing of another portal, and nothing of a player who is no member', async () => {
    expect(await hears('account.deleted', {}, { iss: 'https://other.example/oidc' })).toBe(204)
    expect(await hears('account.deleted', { sub: '43' })).toBe(204)
    expect(forum.member).not.toBeNull()
  })

  test.each(['account.banned', 'account.frozen', 'account.sessions_revoked'])(
    'ends the sessions at %s, and no later one',
    async (type) => {
      const before = Date.now() - 1
      expect(await visit(before)).toBe(7)
      expect(await visit(undefined)).toBe(7)
      await hears(type)
      expect(forum.revoked).toBe(1)
      expect(await visit(before)).toBe(0)
      expect(await visit(Date.now() + 1)).toBe(7)
    },
  )

  test('lifts the ban of the portal, and no ban of its own moderators', async () => {
    await hears('account.banned')
    expect(forum.member.isBanned).toBe(true)
    await hears('account.unbanned')
    expect(forum.member.isBanned).toBe(false)
    forum.member.isBanned = true
    await hears('account.banned')
    await hears('account.unbanned')
    expect(forum.member.isBanned).toBe(true)
  })

  test('has the later of two names, in whichever order they come', async () => {
    const [first, second] = [new Date(1000), new Date(2000)]
    await hears('account.renamed', { preferred_username: 'Later' }, { at: second })
    await hears('account.renamed', { preferred_username: 'Earlier' }, { at: first })
    expect(forum.member.username).toBe('Later')
    await hears('account.renamed', { preferred_username: 'Latest' }, { at: new Date(3000) })
    expect(forum.member.username).toBe('Latest')
  })

  test('keeps the old name where NodeBB does not take the new one, and says so', async () => {
    expect(await hears('account.renamed', { preferred_username: 'Taken' })).toBe(204)
    expect(forum.member.username).toBe('Ada')
    expect(forum.lines).toEqual([expect.stringContaining('keeps the old name')])
  })

  test('forgets a changed address at once, and has the new one with the next sign-in', async () => {
    await hears('account.email_changed')
    expect(forum.member).toMatchObject({ email: '', isConfirmed: false })
    await signedIn('other', { email: 'ada@new.test', email_verified: true })
    await signedIn('gatehouse', { email: 'grace@site.test', email_verified: true })
    expect(forum.member.email).toBe('')
    await signedIn('gatehouse', { email: 'ada@new.test', email_verified: true })
    expect(forum.member).toMatchObject({ email: 'ada@new.test', isConfirmed: true })
  })

  test('deletes the member', async () => {
    await hears('account.deleted')
    expect(forum.member).toBeNull()
  })

  test('answers 500 until an event is applied, and applies it once', async () => {
    forum.broken = 'The database is away.'
    expect(await hears('account.banned', {}, { id: 'msg_again' })).toBe(500)
    forum.broken = null
    expect(await hears('account.banned', {}, { id: 'msg_again' })).toBe(204)
    expect(await hears('account.banned', {}, { id: 'msg_again' })).toBe(204)
    expect(forum.revoked).toBe(1)
  })
})
