import { errors } from '@gatehouse/contract/errors'
import { expect, test } from 'vitest'
import { message } from './message.ts'
import { messages } from './po/errors/en.po'
import { needWords } from './words.ts'

await needWords('errors')

test('every code of the error catalogue has words, and nothing else has', () => {
  expect(Object.keys(messages).toSorted()).toEqual(Object.keys(errors).toSorted())
})

/*
 * The sentences of the specification, character by character and with its slips of the pen: a
 * correction of any of them changes what players and operators search for.
 */

test.each([
  ['ERROR_NOT_ALLOWED', 'You are not allowed to do this action.'],
  ['ERROR_EMAIL_UNKNOWN', 'This email address is unknown.'],
  ['ERROR_PASSWORD_RECOVERY_NOTEXISTS', 'Your link is invalid'],
  ['ERROR_PASSWORD_RECOVERY_EXPIRED', 'Your link has expired.'],
  ['ERROR_EMAIL_RECOVERY_NOTEXISTS', 'Your link is invalid'],
  ['ERROR_EMAIL_RECOVERY_EXPIRED', 'Your link has expired.'],
  ['ERROR_USER_STEAM_EXIST', 'This steam account is already linked to another user.'],
  ['ERROR_USER_REFERRER_NOTEXISTS', "Your referrer doesn't exist."],
  ['ERROR_USERNAME_LENGTH', 'The username must be between 2 and 25 characters.'],
  ['ERROR_USERNAME_PATTERN', 'The username must contain letters and numbers only.'],
  ['ERROR_USERNAME_EXIST', 'This username is already taken.'],
  ['ERROR_USERNAME_LETTERS', 'The username must contain at least one letter.'],
  ['ERROR_USERNAME_EMAIL', 'You cannot use an email as a username.'],
  ['ERROR_USERNAME_EMPTY', 'Please enter your Username or Email.'],
  ['ERROR_PASSWORD_USERNAME', 'The password must not contain username.'],
  ['ERROR_PASSWORD_LENGTH', 'The password must contain 8 to 50 characters.'],
  ['ERROR_PASSWORD_LETTERS', 'The password must contain at least 1 letter.'],
  ['ERROR_PASSWORD_NUMBERS', 'The password must contain at least 1 number.'],
  ['ERROR_PASSWORD_EMPTY', 'Please enter your password.'],
  ['ERROR_CONFIRM_PASSWORD_INVALID', "The confirmation doesn't match the password."],
  ['ERROR_LASTNAME_EMPTY', 'The lastname should not be empty.'],
  ['ERROR_FIRSTNAME_EMPTY', 'The firstname should not be empty.'],
  ['ERROR_EMAIL_EMPTY', 'The email should not be empty.'],
  ['ERROR_EMAIL_INVALID', 'This email address is invalid.'],
  ['ERROR_EMAIL_LENGTH', 'The email must contain 2 to 255 characters.'],
  ['ERROR_EMAIL_EXIST', 'An account with this email already exists'],
  ['ERROR_EMAIL_INCORRECT_FORMAT', 'The format of this email address is incorrect.'],
  ['ERROR_EMAIL_DOMAIN_UNAUTHORIZED', 'The domain of this email address is not authorized.'],
  ['ERROR_EMAIL_DISPOSABLE_ADDRESS', 'You cannot use a disposable address.'],
  ['ERROR_EMAIL_MAILBOX_DOES_NOT_EXIST', 'This email address is undeliverable.'],
  ['ERROR_EMAIL_HIGH_RISK', 'This email address has a domain high risk.'],
  ['ERROR_CONFIRM_EMAIL_INVALID', "The confirmation doesn't match the email."],
  ['ERROR_USER_BANNED', 'Your account has been banned.'],
  ['ERROR_USER_UNKNOWN', 'Your username or email is unknown.'],
  ['ERROR_USERNAME_PASSWORD_INCORRECT', 'Your username or password is incorrect.'],
  ['ERROR_APPROVE_PRIVACY_POLICY', 'You must acknowledge the Privacy Policy.'],
  ['ERROR_APPROVE_EULA', 'You must accept the account Terms & Conditions.'],
  ['ERROR_APPROVE_CODE_OF_CONDUCT', 'You must accept the Code of Conduct.'],
  ['ERROR_USER_CONFIRMED', 'Your must confirm your address email.'],
  ['ERROR_USER_NOT_EXISTS', 'This user does not exist.'],
  [
    'ERROR_USER_IP_BANNED',
    'Your IP address has been banned: you are not allowed to do this action.',
  ],
  ['ERROR_USER_IP_BANNED_LOGIN', 'Your IP address has been banned: you are not allowed to log in.'],
  [
    'ERROR_USER_IP_BANNED_REGISTER',
    'Your IP address has been banned: you are not allowed to create an account.',
  ],
  [
    'ERROR_USER_IP_BANNED_Steam_LINK',
    'Your IP address has been banned: you are not allowed to link a steam account.',
  ],
  [
    'ERROR_USER_IP_BANNED_Twitch_LINK',
    'Your IP address has been banned: you are not allowed to link a twitch account.',
  ],
  [
    'ERROR_USER_IP_BANNED_EpicGames_LINK',
    'Your IP address has been banned: you are not allowed to link an epic games account.',
  ],
  ['PARTNER_RESPONSE_ERROR', 'An error occured validating partner authentication.'],
  ['ERROR_STEAM_NOT_REACHABLE', 'Steam API is not reachable right now. Please try again later.'],
  ['ERROR_ACCESS_KEY_NON_EXISTANT', 'The key is invalid'],
  ['ERROR_ACCESS_KEY_ALREADY_USED', 'The key is already used.'],
  ['ERROR_OPTIN', 'An error occurred, please try again later'],
  ['ERROR_OPTIN_NOT_EXISTS', 'The list id does not exist.'],
  ['ERROR_REGISTER_NO_SUCCESS', 'An error occured. Please try again later.'],
  ['ERROR_REGISTER_INVALID', "You're not allowed to create an account."],
  ['ERROR_REGISTER_TOKEN_EMPTY', 'You need a valid token to create an account.'],
  ['ERROR_SEGA_RESET_PASSWORD', 'Could not reset password.'],
  ['ERROR_TOKEN_INVALID', 'Invalid token'],
  ['ERROR_TOKEN_INVALID_REFRESH', 'Invalid token to refresh'],
  ['ERROR_TOKEN_USER_INVALID', "Can't create token for unauthenticated user."],
  ['ERROR_PASSWORD_COMMON', 'This password is too easy to guess.'],
])('%s reads as the specification has it (R-8.4-1 … R-8.4-56)', (code, sentence) => {
  expect(message(code)).toBe(sentence)
})

/** Texts of the specification that travel without a code. */
const texts = [
  'Invalid date value',
  'You must be at least 13 years old',
  'This request should have a verification code.',
  'You must answer this question.',
  'You are not allowed to log in.',
  'Error on get auth relic steam.',
  'Error on callback relic steam link.',
  'Error on get linked relic.',
  'This request is not authorized.',
  'This request should contain a state parameter.',
  'This request is not authorized by OpenId.',
] as const

test.each(texts)('%s is a text of the specification (R-8.2-1 … R-8.2-6)', (text) => {
  expect(message(text)).toBe(text)
  expect(Object.keys(errors)).toContain(text)
})
