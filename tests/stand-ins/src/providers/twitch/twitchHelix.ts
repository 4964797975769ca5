import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { avatarUrl } from '../accountPicker.ts'
import { profileAs, wentWrong } from '../wrongAnswers.ts'
import { tokenOf } from '../oauth/oauthRequest.ts'
import type { TwitchAccount } from './twitchAccounts.ts'
import { type TwitchParts, twitchClient } from './twitchTokenIssuer.ts'

const usersAtOnce = 100

type Names = string | readonly string[]

/** Users of Twitch: the token's own, or up to a hundred by id or login. */
export function mountTwitchHelix(
  app: FastifyInstance,
  { accounts, grants, brand }: TwitchParts,
): void {
  app.get<{ Querystring: { id?: Names; login?: Names } }>(
    '/twitch/helix/users',
    async (request, reply) => {
      const grant = grants.ofAccessToken(tokenOf(request))
      const own = accounts.byId(grant?.accountId ?? '')
      const ids = listOf(request.query.id)
      const logins = listOf(request.query.login)
      const asked =
        ids.length + logins.length === 0
          ? [own?.id ?? '']
          : [...ids, ...logins.map((login) => idOf(login))]
      const broken =
        [own, ...asked.map(accounts.byId)].find((one) => one?.switches !== undefined) ?? null
      const switches = accounts.switchesOf(broken)
      if (await wentWrong(request, reply, switches, broken)) return reply

      const clientId = request.headers['client-id']
      if (clientId === undefined) return refused(reply, 401, 'Client ID is missing')
      if (grant === null || switches.tokenRevoked) {
        return refused(reply, 401, 'Invalid OAuth token')
      }
      if (clientId !== twitchClient.id) {
        return refused(reply, 401, 'Client ID and OAuth token do not match')
      }
      if (asked[0] === '' || asked.length > usersAtOnce) {
        const why = 'The ID, login name, or access token of one to 100 users is needed.'
        return refused(reply, 400, why)
      }
      const known = asked.flatMap((id) => accounts.known(id) ?? [])
      const showsEmail = (account: TwitchAccount) =>
        account.id === own?.id && grant.scope.includes('user:read:email')
      return reply.headers({ 'ratelimit-limit': '800', 'ratelimit-remaining': '799' }).send({
        data: known.map((account) => ({
          ...userOf(request, account),
          ...(showsEmail(account) ? { email: account.email } : {}),
        })),
      })
    },
  )

  function idOf(login: string): string {
    const listed = accounts.listed().find((account) => account.login === login)
    return listed?.id ?? login.replace(/^channel_/, '')
  }

  function userOf(request: FastifyRequest, account: TwitchAccount) {
    const truth = {
      id: account.id,
      name: account.name,
      avatar: avatarUrl(request, brand, account.id),
    }
    const sent = profileAs(accounts.switchesOf(account).hostile, truth)
    return {
      id: sent.id,
      login: account.login,
      display_name: sent.name,
      type: '',
      broadcaster_type: '',
      description: '',
      profile_image_url: sent.avatar,
      offline_image_url: '',
      view_count: 0,
      created_at: '2016-12-14T20:32:28Z',
    }
  }
}

function listOf(names: Names | undefined): readonly string[] {
  return names === undefined ? [] : typeof names === 'string' ? [names] : names
}

function refused(reply: FastifyReply, status: number, message: string): FastifyReply {
  const error = status === 401 ? 'Unauthorized' : 'Bad Request'
  return reply.code(status).send({ error, status, message })
}
