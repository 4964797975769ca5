import * as z from 'zod'
import { post } from './row.ts'
import { lines, needed, nothing, text, typed } from './values.ts'

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
        Age: needed(choice),
        Gender: needed(choice),
        Country: needed(typed('line', unanswered)),
        DevType: needed(choice),
        FavoriteFeatures: needed(choices),
        SocialNetworks: needed(choices),
        OtherSocialNetworks: answerText,
        Gameinformationources: needed(choices),
        OtherGameinformationources: answerText,
        Influencers: answerText,
        HasInfluencers: needed(yesOrNo),
        GamingWebsites: needed(choices),
        OtherGamingWebsites: answerText,
        Reviews_GamingWebsite: needed(choice),
        Reviews_Influencers: needed(choice),
        Reviews_Steam: needed(choice),
        OtherStudios: answerText,
        HasOtherStudios: needed(yesOrNo),
        AdditionnalMessage: lines(),
        SteamId: text('ERROR_NOT_ALLOWED'),
        Username: text(),
      }),
    },
    answer: nothing,
    refusals: ['You must answer this question.', 'ERROR_NOT_ALLOWED'],
  }),
}
