import { surveyQuestions, tidyAnswers, unansweredField } from '@gatehouse/contract/survey'
import { listConnectsOf } from '../../database/connects.ts'
import { giveBadge, keepSurvey } from '../../database/surveys.ts'
import { handler } from '../../handler.ts'
import { Faults } from '../../refusals.ts'

/** What answering is rewarded with. */
const badge = { name: 'qualification-survey', title: 'Qualified' }

/**
 * Keeps the caller's answers and gives the badge the first time; later answers replace earlier ones.
 * Refuses every question without an answer that the survey offers, and a Steam account that is not
 * the one linked here. The username is the account's own, whatever is sent.
 */
export const sendQualificationSurvey = handler(
  'sendQualificationSurvey',
  async ({ input, inputFaults, deployment, services, caller, refuse }) => {
    const { SteamId, Username: _, ...answers } = input.body
    const faults = new Faults<'sendQualificationSurvey'>(inputFaults)
    for (const question of surveyQuestions) {
      const field = unansweredField(question, answers)
      if (field !== null) faults.add('You must answer this question.', field)
    }
    faults.refuseAny()

    const { database, clock } = services
    await database.kysely.transaction().execute(async (transaction) => {
      const { player_id: playerId } = caller
      const connects = await listConnectsOf(transaction, deployment.name, playerId)
      const steam = connects.find((connect) => connect.canonical_name === 'steam')
      if (steam?.account_id !== SteamId) throw refuse('ERROR_NOT_ALLOWED')
      const now = clock.now()
      const survey = { playerId, steamId: SteamId, answers: tidyAnswers(answers) }
      await keepSurvey(transaction, deployment.name, survey, now)
      await giveBadge(transaction, deployment.name, playerId, badge, now)
    })
    return {}
  },
  { collectsFaults: true },
)
