import * as z from 'zod'
import { connect } from './entities.ts'
import { generalBan, get, type IpBan, post } from './row.ts'
import { foreign, nothing, text } from './values.ts'

const url = z.string()
const redirectUrl = text('INVALID_REQUEST', 2000)
const callbackPath = text('ERROR_NOT_ALLOWED')
const state = foreign().removeDefault().optional()
const account = z.object({ AccountId: z.string() })
const accountAndRedirect = z.object({ AccountId: z.string(), RedirectUrl: z.string().nullable() })

const when = { hasConnectionsSection: true } as const
const epicGamesBan = {
  ...generalBan,
  scope: 'epic-games',
  code: 'ERROR_USER_IP_BANNED_EpicGames_LINK',
} as const satisfies IpBan
export const steamBan = {
  ...generalBan,
  scope: 'steam',
  code: 'ERROR_USER_IP_BANNED_Steam_LINK',
} as const satisfies IpBan
const twitchBan = {
  ...generalBan,
  scope: 'twitch',
  code: 'ERROR_USER_IP_BANNED_Twitch_LINK',
} as const satisfies IpBan

export const connectionCalls = {
  listConnections: get('profile/connects', 'player', { answer: z.array(connect), refusals: [] }),

  steamAuth: get('steam/auth', 'player', {
    when,
    ipBan: steamBan,
    input: { query: z.object({ callbackPath, redirectUrl }) },
    answer: url,
    refusals: [
      'ERROR_USER_IP_BANNED_Steam_LINK',
      'ERROR_STEAM_NOT_REACHABLE',
      'ERROR_USER_CONFIRMED',
    ],
  }),
  steamCallback: post('steam/callback', 'player', {
    when,
    ipBan: steamBan,
    input: { body: z.record(z.string().max(200), z.string().max(8000)) },
    answer: accountAndRedirect,
    refusals: [
      'ERROR_USER_CONFIRMED',
      'This request is not authorized by OpenId.',
      'This request is not authorized.',
      'This request should contain a state parameter.',
      'ERROR_USER_STEAM_EXIST',
      'ERROR_USER_IP_BANNED_Steam_LINK',
      'ERROR_STEAM_NOT_REACHABLE',
    ],
  }),
  steamPartnerCallback: post('steam/partner/callback', 'player', {
    when,
    ipBan: steamBan,
    input: { body: z.object({ State: foreign() }) },
    answer: accountAndRedirect,
    refusals: [
      'ERROR_USER_IP_BANNED_Steam_LINK',
      'ERROR_STEAM_NOT_REACHABLE',
      'ERROR_USER_CONFIRMED',
      'This request should contain a state parameter.',
      'ERROR_USER_STEAM_EXIST',
    ],
  }),
  steamUnlink: post('steam/unlink', 'player', {
    when,
    input: { body: z.object({ SteamId: text('ERROR_NOT_ALLOWED') }) },
    answer: nothing,
    refusals: ['ERROR_NOT_ALLOWED'],
  }),

  epicGamesAuth: get('epicgames/auth', 'player', {
    when,
    ipBan: epicGamesBan,
    input: {
      query: z.object({
        callbackPath: callbackPath.optional(),
        redirectUrl: redirectUrl.optional(),
      }),
    },
    answer: url,
    refusals: ['ERROR_USER_IP_BANNED_EpicGames_LINK', 'ERROR_USER_CONFIRMED'],
  }),
  epicGamesCallback: post('epicgames/callback', 'player', {
    when,
    ipBan: epicGamesBan,
    input: {
      body: z.object({
        Code: foreign().removeDefault().optional(),
        State: state,
        RedirectUrl: redirectUrl.removeDefault().optional(),
        CallbackPath: callbackPath,
      }),
    },
    answer: accountAndRedirect,
    refusals: [
      'ERROR_USER_CONFIRMED',
      'This request is not authorized.',
      'This request should contain a state parameter.',
      'PARTNER_RESPONSE_ERROR',
      'ERROR_USER_STEAM_EXIST',
      'ERROR_USER_IP_BANNED_EpicGames_LINK',
    ],
  }),
  epicGamesUnlink: post('epicgames/unlink', 'player', {
    when,
    input: { body: nothing },
    answer: nothing,
    refusals: [],
  }),

  twitchAuth: get('twitch/auth', 'player', {
    when,
    ipBan: twitchBan,
    input: { query: z.object({ callbackPath }) },
    answer: url,
    refusals: ['ERROR_USER_IP_BANNED_Twitch_LINK', 'ERROR_USER_CONFIRMED'],
  }),
  twitchCallback: post('twitch/callback', 'player', {
    when,
    ipBan: twitchBan,
    // `State` is ours: the portal passes on what the address of the return carries, if it does.
    input: { body: z.object({ Code: foreign(), State: state, CallbackPath: callbackPath }) },
    answer: account,
    refusals: [
      'ERROR_USER_CONFIRMED',
      'This request is not authorized.',
      'This request should contain a state parameter.',
      'PARTNER_RESPONSE_ERROR',
      'ERROR_USER_STEAM_EXIST',
      'ERROR_USER_IP_BANNED_Twitch_LINK',
    ],
  }),
  twitchUnlink: post('twitch/unlink', 'player', {
    when,
    input: { body: nothing },
    answer: nothing,
    refusals: [],
  }),

  /** Ours: the Xbox account of a player, where a deployment is set up to link it. */
  gamePassAuth: get('gamepass/auth', 'player', {
    when,
    ipBan: generalBan,
    input: { query: z.object({ callbackPath, redirectUrl: redirectUrl.optional() }) },
    answer: url,
    refusals: ['ERROR_USER_IP_BANNED', 'ERROR_USER_CONFIRMED', 'PARTNER_RESPONSE_ERROR'],
  }),
  gamePassCallback: post('gamepass/callback', 'player', {
    when,
    ipBan: generalBan,
    input: { body: z.object({ Code: foreign(), State: state, CallbackPath: callbackPath }) },
    answer: accountAndRedirect,
    refusals: [
      'ERROR_USER_CONFIRMED',
      'This request is not authorized.',
      'This request should contain a state parameter.',
      'PARTNER_RESPONSE_ERROR',
      'ERROR_USER_STEAM_EXIST',
    ],
  }),
  gamePassUnlink: post('gamepass/unlink', 'player', {
    when,
    input: { body: nothing },
    answer: nothing,
    refusals: [],
  }),
}
