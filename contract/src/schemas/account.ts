import * as z from 'zod'
import { deletionType, optInList } from './entities.ts'
import { row } from './row.ts'
import { flag, id, lines, nothing, password, text, userId } from './values.ts'

const deletion = {
  path: z.object({ userId }),
  body: z.object({
    Password: password('ERROR_USERNAME_PASSWORD_INCORRECT'),
    Email: text('ERROR_EMAIL_UNKNOWN'),
    Id_DeletionType: id().nullable().default(null),
    DeletionReason: lines(),
  }),
  answer: nothing,
}

const unanswered = 'You must answer this question.'
/* Types alone: which answers a question takes is told by the table of the survey. */
const choice = z.int(unanswered).nullable().default(null)
const choices = z
  .array(z.string(unanswered).max(100, unanswered), unanswered)
  .max(200, unanswered)
  .default([])
const yesOrNo = z.boolean(unanswered).nullable().default(null)
const answerText = lines(unanswered)

export const accountSchemas = {
  listNewsletters: row({ answer: z.object({ OptInList: z.array(optInList) }), refusals: [] }),
  optInUser: row({
    body: z.object({
      ListId: z.int('ERROR_OPTIN_NOT_EXISTS'),
      IsOptIn: flag(),
      IsG2GOptIn: flag(),
    }),
    answer: nothing,
    refusals: ['ERROR_OPTIN', 'ERROR_OPTIN_NOT_EXISTS'],
  }),

  listDeletionTypes: row({
    answer: z.object({ DeletionTypes: z.array(deletionType) }),
    refusals: [],
  }),
  deleteUser: row({
    ...deletion,
    refusals: [
      'ERROR_USERNAME_PASSWORD_INCORRECT',
      'ERROR_EMAIL_UNKNOWN',
      'ERROR_REAUTHENTICATION_REQUIRED',
      'INVALID_REQUEST',
    ],
  }),
  deletePartnerUser: row({
    ...deletion,
    refusals: ['ERROR_EMAIL_UNKNOWN', 'ERROR_REAUTHENTICATION_REQUIRED', 'INVALID_REQUEST'],
  }),

  sendQualificationSurvey: row({
    body: z.object({
      Age: choice,
      Gender: choice,
      Country: text(unanswered),
      DevType: choice,
      FavoriteFeatures: choices,
      SocialNetworks: choices,
      OtherSocialNetworks: answerText,
      Gameinformationources: choices,
      OtherGameinformationources: answerText,
      Influencers: answerText,
      HasInfluencers: yesOrNo,
      GamingWebsites: choices,
      OtherGamingWebsites: answerText,
      Reviews_GamingWebsite: choice,
      Reviews_Influencers: choice,
      Reviews_Steam: choice,
      OtherStudios: answerText,
      HasOtherStudios: yesOrNo,
      AdditionnalMessage: lines(),
      SteamId: text('ERROR_NOT_ALLOWED'),
      Username: text(),
    }),
    answer: nothing,
    refusals: ['You must answer this question.', 'ERROR_NOT_ALLOWED'],
  }),
}
