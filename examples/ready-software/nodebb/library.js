'use strict'

// A plugin of NodeBB, beside nodebb-plugin-sso-oauth2-multiple: what happens to an account at the
// portal happens to its member here. config.json of NodeBB has
//   "gatehouse": { "provider": "gatehouse", "issuer": "https://account.example/oidc", "secret": "whsec_…" }
// and the client's entry at the portal "webhook": { "url": "https://forum.example/gatehouse/events" }.
const { Webhook } = require('standardwebhooks')

const db = nodebb.require('./src/database')
const user = nodebb.require('./src/user')
const nconf = nodebb.require('nconf')
const winston = nodebb.require('winston')

const reason = 'Banned at the portal.'
const days = 24 * 60 * 60 * 1000

exports.receive = async ({ router }) => {
  router.post('/gatehouse/events', hear)
}

/** Any answer but 2xx brings the event again for a day. */
async function hear(request, response) {
  const { issuer, secret } = nconf.get('gatehouse')
  try {
    // The signature is of the bytes, which NodeBB keeps before it reads them.
    new Webhook(secret).verify(String(request.rawBody), request.headers)
  } catch {
    return response.sendStatus(400)
  }
  const event = request.body
  const id = request.headers['webhook-id']
  const isApplied = await db.isSortedSetMember('gatehouse:events', id)
  if (!isApplied && event.data?.iss === issuer) {
    try {
      await apply(event)
    } catch (error) {
      winston.error(`[gatehouse] ${event.type} ${id}: ${error.message}`)
      return response.sendStatus(500)
    }
    await db.sortedSetAdd('gatehouse:events', Date.now(), id)
    await db.sortedSetsRemoveRangeByScore(['gatehouse:events'], '-inf', Date.now() - 31 * days)
  }
  return response.sendStatus(204)
}

async function apply({ type, timestamp, data }) {
  const uid = await db.getObjectField(`${nconf.get('gatehouse').provider}Id:uid`, data.sub)
  if (!uid) return
  switch (type) {
    case 'account.banned':
      await ban(uid)
      await endSessions(uid)
      break
    case 'account.unbanned':
      await unban(uid)
      break
    case 'account.frozen':
    case 'account.sessions_revoked':
      await endSessions(uid)
      break
    case 'account.renamed':
      await rename(uid, data.preferred_username, Date.parse(timestamp))
      break
    case 'account.email_changed':
      // The new address comes with the next sign-in; until then the forum writes to none.
      await user.email.remove(uid)
      await endSessions(uid)
      break
    case 'account.deleted':
      await endSessions(uid)
      await user.deleteAccount(uid)
      break
  }
}

/** A ban of the forum's own moderators stays theirs: the portal lifts only what it set. */
async function ban(uid) {
  if (await user.bans.isBanned(uid)) return
  await user.bans.ban(uid, 0, reason)
  await db.setObjectField('gatehouse:banned', uid, 1)
}

async function unban(uid) {
  if (!(await db.getObjectField('gatehouse:banned', uid))) return
  await user.bans.unban(uid, reason)
  await db.deleteObjectField('gatehouse:banned', uid)
}

/** Renames may arrive in reverse order. */
async function rename(uid, username, at) {
  if (Number(await db.getObjectField('gatehouse:renamed', uid)) > at) return
  try {
    await user.updateProfile(uid, { uid, username })
  } catch (error) {
    // A name that NodeBB does not take stays as it was; to send it again changes nothing.
    if (!/\[\[error:(username|invalid-username)/.test(error.message)) throw error
    winston.warn(`[gatehouse] Member ${uid} keeps the old name: ${error.message}`)
  }
  await db.setObjectField('gatehouse:renamed', uid, at)
}

/**
 * NodeBB's list of sessions has none of a single sign-on: their ids change after it is written. So a
 * session that began before this moment ends with its next request.
 */
async function endSessions(uid) {
  await db.setObjectField('gatehouse:ended', uid, Date.now())
  await user.auth.revokeAllSessions(uid)
}

exports.checkSessions = async ({ app }) => {
  app.use(async (request, _response, next) => {
    try {
      await endOld(request)
    } catch (error) {
      return next(error)
    }
    return next()
  })
}

async function endOld(request) {
  if (!(request.uid > 0)) return
  const ended = await db.getObjectField('gatehouse:ended', request.uid)
  if (!ended || Number(ended) < Number(request.session.meta?.datetime ?? 0)) return
  await new Promise((resolve, reject) => {
    request.logout((error) => (error ? reject(error) : resolve()))
  })
  request.uid = 0
  request.loggedIn = false
}

/** The plugin of the sign-on reads the address of new members alone. */
exports.signedIn = async ({ name, user: { uid }, profile }) => {
  const { email, email_verified: isVerified } = profile
  if (name !== nconf.get('gatehouse').provider || !email) return
  if ((await user.getUserField(uid, 'email')) === email) return
  const owner = await user.getUidByEmail(email)
  if (owner && Number(owner) !== Number(uid)) return
  await user.setUserField(uid, 'email', email)
  if (isVerified) await user.email.confirmByUid(uid)
}
