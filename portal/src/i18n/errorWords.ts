import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ErrorCode } from '@gatehouse/contract/errors'

/** The words of every code of the error catalogue; a code without words does not compile. */
export const errorWords = {
  ERROR_NOT_ALLOWED: msg({
    id: 'ERROR_NOT_ALLOWED',
    message: 'You are not allowed to do this action.',
  }),
  ERROR_EMAIL_UNKNOWN: msg({
    id: 'ERROR_EMAIL_UNKNOWN',
    message: 'This email address is unknown.',
  }),
  ERROR_PASSWORD_RECOVERY_NOTEXISTS: msg({
    id: 'ERROR_PASSWORD_RECOVERY_NOTEXISTS',
    message: 'Your link is invalid',
  }),
  ERROR_PASSWORD_RECOVERY_EXPIRED: msg({
    id: 'ERROR_PASSWORD_RECOVERY_EXPIRED',
    message: 'Your link has expired.',
  }),
  ERROR_EMAIL_RECOVERY_NOTEXISTS: msg({
    id: 'ERROR_EMAIL_RECOVERY_NOTEXISTS',
    message: 'Your link is invalid',
  }),
  ERROR_EMAIL_RECOVERY_EXPIRED: msg({
    id: 'ERROR_EMAIL_RECOVERY_EXPIRED',
    message: 'Your link has expired.',
  }),
  ERROR_USER_STEAM_EXIST: msg({
    id: 'ERROR_USER_STEAM_EXIST',
    message: 'This steam account is already linked to another user.',
  }),
  ERROR_USER_REFERRER_NOTEXISTS: msg({
    id: 'ERROR_USER_REFERRER_NOTEXISTS',
    message: "Your referrer doesn't exist.",
  }),
  ERROR_USERNAME_LENGTH: msg({
    id: 'ERROR_USERNAME_LENGTH',
    message: 'The username must be between 2 and 25 characters.',
  }),
  ERROR_USERNAME_PATTERN: msg({
    id: 'ERROR_USERNAME_PATTERN',
    message: 'The username must contain letters and numbers only.',
  }),
  ERROR_USERNAME_EXIST: msg({
    id: 'ERROR_USERNAME_EXIST',
    message: 'This username is already taken.',
  }),
  ERROR_USERNAME_LETTERS: msg({
    id: 'ERROR_USERNAME_LETTERS',
    message: 'The username must contain at least one letter.',
  }),
  ERROR_USERNAME_EMAIL: msg({
    id: 'ERROR_USERNAME_EMAIL',
    message: 'You cannot use an email as a username.',
  }),
  ERROR_USERNAME_EMPTY: msg({
    id: 'ERROR_USERNAME_EMPTY',
    message: 'Please enter your Username or Email.',
  }),
  ERROR_PASSWORD_USERNAME: msg({
    id: 'ERROR_PASSWORD_USERNAME',
    message: 'The password must not contain username.',
  }),
  ERROR_PASSWORD_LENGTH: msg({
    id: 'ERROR_PASSWORD_LENGTH',
    message: 'The password must contain 8 to 50 characters.',
  }),
  ERROR_PASSWORD_LETTERS: msg({
    id: 'ERROR_PASSWORD_LETTERS',
    message: 'The password must contain at least 1 letter.',
  }),
  ERROR_PASSWORD_NUMBERS: msg({
    id: 'ERROR_PASSWORD_NUMBERS',
    message: 'The password must contain at least 1 number.',
  }),
  ERROR_PASSWORD_EMPTY: msg({ id: 'ERROR_PASSWORD_EMPTY', message: 'Please enter your password.' }),
  ERROR_CONFIRM_PASSWORD_INVALID: msg({
    id: 'ERROR_CONFIRM_PASSWORD_INVALID',
    message: "The confirmation doesn't match the password.",
  }),
  ERROR_LASTNAME_EMPTY: msg({
    id: 'ERROR_LASTNAME_EMPTY',
    message: 'The lastname should not be empty.',
  }),
  ERROR_FIRSTNAME_EMPTY: msg({
    id: 'ERROR_FIRSTNAME_EMPTY',
    message: 'The firstname should not be empty.',
  }),
  ERROR_EMAIL_EMPTY: msg({ id: 'ERROR_EMAIL_EMPTY', message: 'The email should not be empty.' }),
  ERROR_EMAIL_INVALID: msg({
    id: 'ERROR_EMAIL_INVALID',
    message: 'This email address is invalid.',
  }),
  ERROR_EMAIL_LENGTH: msg({
    id: 'ERROR_EMAIL_LENGTH',
    message: 'The email must contain 2 to 255 characters.',
  }),
  ERROR_EMAIL_EXIST: msg({
    id: 'ERROR_EMAIL_EXIST',
    message: 'An account with this email already exists',
  }),
  ERROR_EMAIL_INCORRECT_FORMAT: msg({
    id: 'ERROR_EMAIL_INCORRECT_FORMAT',
    message: 'The format of this email address is incorrect.',
  }),
  ERROR_EMAIL_DOMAIN_UNAUTHORIZED: msg({
    id: 'ERROR_EMAIL_DOMAIN_UNAUTHORIZED',
    message: 'The domain of this email address is not authorized.',
  }),
  ERROR_EMAIL_DISPOSABLE_ADDRESS: msg({
    id: 'ERROR_EMAIL_DISPOSABLE_ADDRESS',
    message: 'You cannot use a disposable address.',
  }),
  ERROR_EMAIL_MAILBOX_DOES_NOT_EXIST: msg({
    id: 'ERROR_EMAIL_MAILBOX_DOES_NOT_EXIST',
    message: 'This email address is undeliverable.',
  }),
  ERROR_EMAIL_HIGH_RISK: msg({
    id: 'ERROR_EMAIL_HIGH_RISK',
    message: 'This email address has a domain high risk.',
  }),
  ERROR_CONFIRM_EMAIL_INVALID: msg({
    id: 'ERROR_CONFIRM_EMAIL_INVALID',
    message: "The confirmation doesn't match the email.",
  }),
  ERROR_USER_BANNED: msg({ id: 'ERROR_USER_BANNED', message: 'Your account has been banned.' }),
  ERROR_USER_UNKNOWN: msg({
    id: 'ERROR_USER_UNKNOWN',
    message: 'Your username or email is unknown.',
  }),
  ERROR_USERNAME_PASSWORD_INCORRECT: msg({
    id: 'ERROR_USERNAME_PASSWORD_INCORRECT',
    message: 'Your username or password is incorrect.',
  }),
  ERROR_APPROVE_PRIVACY_POLICY: msg({
    id: 'ERROR_APPROVE_PRIVACY_POLICY',
    message: 'You must acknowledge the Privacy Policy.',
  }),
  ERROR_APPROVE_EULA: msg({
    id: 'ERROR_APPROVE_EULA',
    message: 'You must accept the account Terms & Conditions.',
  }),
  ERROR_USER_CONFIRMED: msg({
    id: 'ERROR_USER_CONFIRMED',
    message: 'Your must confirm your address email.',
  }),
  ERROR_USER_NOT_EXISTS: msg({ id: 'ERROR_USER_NOT_EXISTS', message: 'This user does not exist.' }),
  ERROR_USER_IP_BANNED: msg({
    id: 'ERROR_USER_IP_BANNED',
    message: 'Your IP address has been banned: you are not allowed to do this action.',
  }),
  ERROR_USER_IP_BANNED_LOGIN: msg({
    id: 'ERROR_USER_IP_BANNED_LOGIN',
    message: 'Your IP address has been banned: you are not allowed to log in.',
  }),
  ERROR_USER_IP_BANNED_REGISTER: msg({
    id: 'ERROR_USER_IP_BANNED_REGISTER',
    message: 'Your IP address has been banned: you are not allowed to create an account.',
  }),
  ERROR_USER_IP_BANNED_Steam_LINK: msg({
    id: 'ERROR_USER_IP_BANNED_Steam_LINK',
    message: 'Your IP address has been banned: you are not allowed to link a steam account.',
  }),
  ERROR_USER_IP_BANNED_Twitch_LINK: msg({
    id: 'ERROR_USER_IP_BANNED_Twitch_LINK',
    message: 'Your IP address has been banned: you are not allowed to link a twitch account.',
  }),
  ERROR_USER_IP_BANNED_EpicGames_LINK: msg({
    id: 'ERROR_USER_IP_BANNED_EpicGames_LINK',
    message: 'Your IP address has been banned: you are not allowed to link an epic games account.',
  }),
  PARTNER_RESPONSE_ERROR: msg({
    id: 'PARTNER_RESPONSE_ERROR',
    message: 'An error occured validating partner authentication.',
  }),
  ERROR_STEAM_NOT_REACHABLE: msg({
    id: 'ERROR_STEAM_NOT_REACHABLE',
    message: 'Steam API is not reachable right now. Please try again later.',
  }),
  ERROR_ACCESS_KEY_NON_EXISTANT: msg({
    id: 'ERROR_ACCESS_KEY_NON_EXISTANT',
    message: 'The key is invalid',
  }),
  ERROR_ACCESS_KEY_ALREADY_USED: msg({
    id: 'ERROR_ACCESS_KEY_ALREADY_USED',
    message: 'The key is already used.',
  }),
  ERROR_OPTIN: msg({ id: 'ERROR_OPTIN', message: 'An error occurred, please try again later' }),
  ERROR_OPTIN_NOT_EXISTS: msg({
    id: 'ERROR_OPTIN_NOT_EXISTS',
    message: 'The list id does not exist.',
  }),
  ERROR_REGISTER_NO_SUCCESS: msg({
    id: 'ERROR_REGISTER_NO_SUCCESS',
    message: 'An error occured. Please try again later.',
  }),
  ERROR_REGISTER_INVALID: msg({
    id: 'ERROR_REGISTER_INVALID',
    message: "You're not allowed to create an account.",
  }),
  ERROR_REGISTER_TOKEN_EMPTY: msg({
    id: 'ERROR_REGISTER_TOKEN_EMPTY',
    message: 'You need a valid token to create an account.',
  }),
  ERROR_SEGA_RESET_PASSWORD: msg({
    id: 'ERROR_SEGA_RESET_PASSWORD',
    message: 'Could not reset password.',
  }),
  ERROR_TOKEN_INVALID: msg({ id: 'ERROR_TOKEN_INVALID', message: 'Invalid token' }),
  ERROR_TOKEN_INVALID_REFRESH: msg({
    id: 'ERROR_TOKEN_INVALID_REFRESH',
    message: 'Invalid token to refresh',
  }),
  ERROR_TOKEN_USER_INVALID: msg({
    id: 'ERROR_TOKEN_USER_INVALID',
    message: "Can't create token for unauthenticated user.",
  }),
  'Invalid date value': msg({ id: 'Invalid date value', message: 'Invalid date value' }),
  'You must be at least 13 years old': msg({
    id: 'You must be at least 13 years old',
    message: 'You must be at least 13 years old',
  }),
  'This request should have a verification code.': msg({
    id: 'This request should have a verification code.',
    message: 'This request should have a verification code.',
  }),
  'You must answer this question.': msg({
    id: 'You must answer this question.',
    message: 'You must answer this question.',
  }),
  'You are not allowed to log in.': msg({
    id: 'You are not allowed to log in.',
    message: 'You are not allowed to log in.',
  }),
  'Error on get auth relic steam.': msg({
    id: 'Error on get auth relic steam.',
    message: 'Error on get auth relic steam.',
  }),
  'Error on callback relic steam link.': msg({
    id: 'Error on callback relic steam link.',
    message: 'Error on callback relic steam link.',
  }),
  'Error on get linked relic.': msg({
    id: 'Error on get linked relic.',
    message: 'Error on get linked relic.',
  }),
  'This request is not authorized.': msg({
    id: 'This request is not authorized.',
    message: 'This request is not authorized.',
  }),
  'This request should contain a state parameter.': msg({
    id: 'This request should contain a state parameter.',
    message: 'This request should contain a state parameter.',
  }),
  'This request is not authorized by OpenId.': msg({
    id: 'This request is not authorized by OpenId.',
    message: 'This request is not authorized by OpenId.',
  }),
  ERROR_APPROVE_CODE_OF_CONDUCT: msg({
    id: 'ERROR_APPROVE_CODE_OF_CONDUCT',
    message: 'You must accept the Code of Conduct.',
  }),
  ERROR_AVATAR_TYPE: msg({
    id: 'ERROR_AVATAR_TYPE',
    message: 'Please choose a picture in the format PNG, JPEG or WebP.',
  }),
  ERROR_AVATAR_SIZE: msg({
    id: 'ERROR_AVATAR_SIZE',
    message: 'Please choose a picture of at most 5 MB.',
  }),
  ERROR_AVATAR_DIMENSIONS: msg({
    id: 'ERROR_AVATAR_DIMENSIONS',
    message: 'This picture is too wide or too high. Please choose a smaller one.',
  }),
  ERROR_AVATAR_UNREADABLE: msg({
    id: 'ERROR_AVATAR_UNREADABLE',
    message: 'This picture cannot be read. Please choose another one.',
  }),
  ERROR_AVATAR_NOT_EXISTS: msg({
    id: 'ERROR_AVATAR_NOT_EXISTS',
    message: 'This picture is not there any more. Please choose another one.',
  }),
  ERROR_PASSWORD_COMMON: msg({
    id: 'ERROR_PASSWORD_COMMON',
    message: 'This password is too easy to guess.',
  }),
  ERROR_SECOND_FACTOR_REQUIRED: msg({
    id: 'ERROR_SECOND_FACTOR_REQUIRED',
    message: 'One more step is needed to log in.',
  }),
  ERROR_SECOND_FACTOR_EXPIRED: msg({
    id: 'ERROR_SECOND_FACTOR_EXPIRED',
    message: 'This took too long. Please log in again.',
  }),
  ERROR_CODE_INVALID: msg({
    id: 'ERROR_CODE_INVALID',
    message: 'This code is not right.',
  }),
  ERROR_CODE_USED: msg({
    id: 'ERROR_CODE_USED',
    message: 'This code has been used. Wait for the next one.',
  }),
  ERROR_CODE_CLOCK: msg({
    id: 'ERROR_CODE_CLOCK',
    message:
      'This code is from another time. Set the clock of your phone to automatic and try again.',
  }),
  ERROR_RECOVERY_CODE_INVALID: msg({
    id: 'ERROR_RECOVERY_CODE_INVALID',
    message: 'This recovery code is not right, or it has been used.',
  }),
  ERROR_PASSKEY_UNKNOWN: msg({
    id: 'ERROR_PASSKEY_UNKNOWN',
    message: 'This passkey does not belong to an account here.',
  }),
  ERROR_PASSKEY_REFUSED: msg({
    id: 'ERROR_PASSKEY_REFUSED',
    message: 'The passkey could not be checked. Please try again.',
  }),
  ERROR_PASSKEY_EXIST: msg({
    id: 'ERROR_PASSKEY_EXIST',
    message: 'This passkey is on your account already.',
  }),
  ERROR_PASSKEY_NAME: msg({
    id: 'ERROR_PASSKEY_NAME',
    message: 'The name must be between 1 and 40 characters.',
  }),
  ERROR_PASSKEY_LIMIT: msg({
    id: 'ERROR_PASSKEY_LIMIT',
    message: 'You can keep 10 passkeys. Remove one first.',
  }),
  ERROR_AUTHENTICATOR_LIMIT: msg({
    id: 'ERROR_AUTHENTICATOR_LIMIT',
    message: 'You can keep 3 authenticator apps. Remove one first.',
  }),
  ERROR_LAST_WAY_IN: msg({
    id: 'ERROR_LAST_WAY_IN',
    message: 'This is your last way to sign in. Add another one first.',
  }),
  ERROR_TWO_STEP_NEEDED: msg({
    id: 'ERROR_TWO_STEP_NEEDED',
    message: 'Your account needs two-step verification. Add another second step first.',
  }),
  ERROR_ACCOUNT_FROZEN: msg({
    id: 'ERROR_ACCOUNT_FROZEN',
    message: 'This account is frozen. The mail that we sent you leads back in.',
  }),
  ERROR_SAFETY_LINK_NOTEXISTS: msg({
    id: 'ERROR_SAFETY_LINK_NOTEXISTS',
    message: 'Your link is invalid',
  }),
  ERROR_SAFETY_LINK_EXPIRED: msg({
    id: 'ERROR_SAFETY_LINK_EXPIRED',
    message: 'Your link has expired',
  }),
  ERROR_NUMBER_INVALID: msg({
    id: 'ERROR_NUMBER_INVALID',
    message: 'This is not the number in the mail.',
  }),
  ERROR_TOO_MANY_ATTEMPTS: msg({
    id: 'ERROR_TOO_MANY_ATTEMPTS',
    message: 'Too many attempts. Please try again later.',
  }),
  ERROR_LOGIN_BY_MAIL: msg({
    id: 'ERROR_LOGIN_BY_MAIL',
    message:
      'Somebody tried many passwords for this account today. Use a device that you have logged in with before, or choose a new password by mail.',
  }),
  ERROR_REAUTHENTICATION_REQUIRED: msg({
    id: 'ERROR_REAUTHENTICATION_REQUIRED',
    message: 'Please enter your password again to go on.',
  }),
  ERROR_UNAVAILABLE: msg({
    id: 'ERROR_UNAVAILABLE',
    message: 'This service is not reachable right now. Please try again later.',
  }),
  INVALID_REQUEST: msg({ id: 'INVALID_REQUEST', message: 'This value is not valid.' }),
} as const satisfies Record<ErrorCode, MessageDescriptor>
