import * as z from 'zod'
import { post } from './row.ts'
import { lines, nothing, text } from './values.ts'

const unanswered = 'You must answer this question.'
/* The schemas check types alone: the table of the survey decides which answers a question takes. */
const choice = z.int(unanswered).nullable().default(null)
const choices = z
  .array(z.string(unanswered).max(100, unanswered), unanswered)
  .max(200, unanswered)
  .default([])
const yesOrNo = z.boolean(unanswered).nullable().default(null)
const answerText = lines(unanswered)

export const surveyCalls = {
  sendQualificationSurvey: post('survey/qualification', 'player', {
    input: {
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
    },
    answer: nothing,
    refusals: ['You must answer this question.', 'ERROR_NOT_ALLOWED'],
  }),
}
