import * as z from 'zod'
import { row } from './row.ts'
import { foreign, nothing, text } from './values.ts'

const url = z.string()
const redirectUrl = text('INVALID_REQUEST', 2000)
const callbackPath = text('ERROR_NOT_ALLOWED')
const state = foreign().removeDefault().optional()
const account = z.object({ AccountId: z.string() })
const accountAndRedirect = z.object({ AccountId: z.string(), RedirectUrl: z.string().nullable() })

export const connectionSchemas = {
  steamAuth: row({
    query: z.object({ callbackPath, redirectUrl }),
    answer: url,
    refusals: [
      'ERROR_USER_IP_BANNED_Steam_LINK',
      'ERROR_STEAM_NOT_REACHABLE',
      'ERROR_USER_CONFIRMED',
    ],
  }),
  steamCallback: row({
    body: z.record(z.string().max(200), z.string().max(8000)),
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
  steamPartnerCallback: row({
    body: z.object({ State: foreign() }),
    answer: accountAndRedirect,
    refusals: [
      'ERROR_USER_IP_BANNED_Steam_LINK',
      'ERROR_STEAM_NOT_REACHABLE',
      'ERROR_USER_CONFIRMED',
      'This request should contain a state parameter.',
      'ERROR_USER_STEAM_EXIST',
    ],
  }),
  steamRelicCallback: row({
    body: z.object({ IdSteam: text() }),
    answer: account,
    refusals: [
      'ERROR_USER_STEAM_EXIST',
      'ERROR_USER_IP_BANNED_Steam_LINK',
      'Error on callback relic steam link.',
      'Error on get linked relic.',
    ],
  }),
  steamUnlink: row({
    body: z.object({ SteamId: text('ERROR_NOT_ALLOWED') }),
    answer: nothing,
    refusals: ['ERROR_NOT_ALLOWED'],
  }),
  epicGamesAuth: row({
    query: z.object({ callbackPath: callbackPath.optional(), redirectUrl: redirectUrl.optional() }),
    answer: url,
    refusals: ['ERROR_USER_IP_BANNED_EpicGames_LINK', 'ERROR_USER_CONFIRMED'],
  }),
  epicGamesCallback: row({
    body: z.object({
      Code: foreign().removeDefault().optional(),
      State: state,
      RedirectUrl: redirectUrl.removeDefault().optional(),
      CallbackPath: callbackPath,
    }),
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
  epicGamesUnlink: row({ body: nothing, answer: nothing, refusals: [] }),
  twitchAuth: row({
    query: z.object({ callbackPath }),
    answer: url,
    refusals: ['ERROR_USER_IP_BANNED_Twitch_LINK', 'ERROR_USER_CONFIRMED'],
  }),
  twitchCallback: row({
    // `State` is ours: the portal passes on what the address of the return carries, if it does.
    body: z.object({ Code: foreign(), State: state, CallbackPath: callbackPath }),
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
  twitchUnlink: row({ body: nothing, answer: nothing, refusals: [] }),
  gamePassAuth: row({
    query: z.object({ callbackPath, redirectUrl: redirectUrl.optional() }),
    answer: url,
    refusals: ['ERROR_USER_IP_BANNED', 'ERROR_USER_CONFIRMED', 'PARTNER_RESPONSE_ERROR'],
  }),
  gamePassCallback: row({
    body: z.object({ Code: foreign(), State: state, CallbackPath: callbackPath }),
    answer: accountAndRedirect,
    refusals: [
      'ERROR_USER_CONFIRMED',
      'This request is not authorized.',
      'This request should contain a state parameter.',
      'PARTNER_RESPONSE_ERROR',
      'ERROR_USER_STEAM_EXIST',
    ],
  }),
  gamePassUnlink: row({ body: nothing, answer: nothing, refusals: [] }),
}
