// Receives the account events of a Gatehouse portal: checks the signature, applies each event once,
// and answers. The portal repeats an event for a day until the answer is 2xx.
import { createServer } from 'node:http'
import { Webhook } from 'standardwebhooks'

const { WEBHOOK_SECRET = '', PORT = 3001 } = process.env
const issuer = process.env.ISSUER ?? 'http://localhost:4000/oidc'
const webhook = new Webhook(WEBHOOK_SECRET)

/** The ids of applied events. Keep them in your database: an event may come again after a restart. */
const applied = new Set()

/** What your product does with a player, who is `sub`. Here it only says so. */
const acts = {
  'account.renamed': ({ sub, preferred_username: name }) => `show ${name} for ${sub}`,
  'account.email_changed': ({ sub }) => `trust no address of ${sub}`,
  'account.banned': ({ sub }) => `end the sessions of ${sub}`,
  'account.frozen': ({ sub }) => `end the sessions of ${sub}`,
  'account.sessions_revoked': ({ sub }) => `end the sessions of ${sub}`,
  'account.consent_withdrawn': ({ sub }) => `erase what the consent of ${sub} allowed`,
  'account.deleted': ({ sub }) => `erase ${sub}`,
  'event.test': () => 'nothing: the operator tried the way',
}

const server = createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  response.statusCode = answerTo(request, Buffer.concat(chunks).toString())
  response.end()
})

function answerTo({ method, url, headers }, body) {
  if (method !== 'POST' || url !== '/events') return 404
  let event
  try {
    // The signature is of these bytes: verify them before anything parses them.
    event = webhook.verify(body, headers)
  } catch {
    return 400
  }
  const id = headers['webhook-id']
  if (event.data?.iss !== issuer || applied.has(id)) return 204
  console.log(`${event.type}: ${acts[event.type]?.(event.data) ?? 'nothing to do here'}`)
  applied.add(id)
  return 204
}

server.listen(PORT, () => console.log(`http://localhost:${PORT}/events`))
