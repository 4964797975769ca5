import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { surveyQuestions, tidyAnswers, unansweredField } from '@gatehouse/contract/survey'
import { listConnectionsOf } from '../../database/federation/connectionStatements.ts'
import { findById } from '../../database/accounts/players.ts'
import { giveBadge, keepSurvey } from '../../database/preferences/surveys.ts'
import { handler } from '../accountServices.ts'
import { ErrorCollector } from '../../platform/apiError.ts'

/** The first of the ages that the survey offers. */
const underAge = 1
const adultAge = 18
/** The reward for the answers. */
const badge = { name: 'qualification-survey', title: 'Qualified' }

/**
 * Stores the caller's answers and gives the badge the first time; later answers replace earlier
 * ones. Refuses a question without an offered answer, and a Steam account that is not the linked
 * one. The username is always the account's own. An age that contradicts the date of birth only
 * writes a line for operators.
 */
export const sendQualificationSurvey = handler(
  'sendQualificationSurvey',
  async ({ input, inputErrors, deployment, services, caller, refuse, report }) => {
    const { SteamId, Username: _, ...answers } = input.body
    const errors = new ErrorCollector<'sendQualificationSurvey'>(inputErrors)
    for (const question of surveyQuestions) {
      const field = unansweredField(question, answers)
      if (field !== null) errors.add('You must answer this question.', field)
    }
    errors.throwIfAny()

    const { database, clock } = services
    const player = await findById(database.kysely, deployment.name, caller.player_id)
    await inTransaction(database.kysely, async (transaction) => {
      const { player_id: playerId } = caller
      const connects = await listConnectionsOf(transaction, deployment.name, playerId)
      const steam = connects.find((connect) => connect.canonical_name === 'steam')
      if (steam?.account_id !== SteamId) throw refuse('ERROR_NOT_ALLOWED')
      const now = clock.now()
      const survey = { playerId, steamId: SteamId, answers: tidyAnswers(answers) }
      await keepSurvey(transaction, deployment.name, survey, now)
      await giveBadge(transaction, deployment.name, playerId, badge, now)
    })
    if (isOfAnotherAge(answers.Age, player?.date_of_birth ?? null, clock.now())) {
      report('survey.age_mismatch')
    }
    return {}
  },
  { collectsErrors: true },
)

/**
 * Returns whether a survey says under age for a player who registered as an adult, or the reverse.
 */
function isOfAnotherAge(age: number | null, dateOfBirth: string | null, now: Date): boolean {
  if (age === null || dateOfBirth === null) return false
  const [year = 0, month = 1, day = 1] = dateOfBirth.split('-').map(Number)
  const isAdult = Date.UTC(year + adultAge, month - 1, day) <= now.getTime()
  return isAdult === (age === underAge)
}
