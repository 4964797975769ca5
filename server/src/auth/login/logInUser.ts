import { findById } from '../../database/accounts/players.ts'
import { idName } from '../rate-limits/guessSubjects.ts'
import { handler } from '../handler.ts'
import { logInWithPassword } from './logInWithPassword.ts'

/** Logs a player in by id, under the same limits as by name. */
export const logInUser = handler('logInUser', async (context) => {
  const { input, deployment, services, refuse } = context
  const { Password } = input.body
  if (Password === '') throw refuse('ERROR_PASSWORD_EMPTY')
  const { kysely } = services.database
  const id = input.path.userId
  const player = await findById(kysely, deployment.name, id)
  return logInWithPassword(context, {
    player,
    name: idName(id),
    password: Password,
    clientId: '',
    unknownCode: 'ERROR_USER_NOT_EXISTS',
  })
})
