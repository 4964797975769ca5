import { chooseAvatar, listAvatars, removeAvatar, uploadAvatar } from './avatar/avatarCalls.ts'
import { makePlayerCard } from './card/makePlayerCard.ts'
import { deletePartnerUser, deleteUser, listDeletionTypes } from './deletion/deletionCalls.ts'
import { confirmEmailUpdate, recoverEmailUpdate } from './email/emailChangeLinks.ts'
import { readMailLink } from './mail-links/readMailLink.ts'
import {
  cancelEmailChange,
  readEmailChange,
  repeatEmailChange,
  updateEmail,
} from './email/updateEmail.ts'
import { block, unblock } from './preferences/blocking.ts'
import {
  acceptAllCookies,
  listCookies,
  listUserCookies,
  seeCookiePopup,
  setCookie,
} from './preferences/cookieChoices.ts'
import { listNewsletters, optInUser } from './preferences/newsletters.ts'
import { readProfile, setLanguage } from './preferences/profile.ts'
import { sendQualificationSurvey } from './preferences/sendQualificationSurvey.ts'
import {
  readPasswordRecovery,
  recoverPassword,
  validatePasswordRecovery,
} from './recovery/recoverPassword.ts'
import {
  confirmEmail,
  renewConfirmation,
  sendConfirmationEmail,
  verifyRegistration,
} from './registration/confirmRegistration.ts'
import { registerNewUser } from './registration/registerNewUser.ts'
import { validateAccessKey } from './registration/validateAccessKey.ts'
import { makeSupportCode } from './support-codes/makeSupportCode.ts'
import { checkUsername } from './username/checkUsername.ts'
import { updateUsername } from './username/updateUsername.ts'

export const accountCalls = {
  acceptAllCookies,
  block,
  checkUsername,
  cancelEmailChange,
  chooseAvatar,
  confirmEmail,
  confirmEmailUpdate,
  deletePartnerUser,
  deleteUser,
  listAvatars,
  listCookies,
  listDeletionTypes,
  listNewsletters,
  listUserCookies,
  makePlayerCard,
  makeSupportCode,
  optInUser,
  readEmailChange,
  readMailLink,
  readProfile,
  recoverEmailUpdate,
  readPasswordRecovery,
  recoverPassword,
  registerNewUser,
  removeAvatar,
  renewConfirmation,
  repeatEmailChange,
  seeCookiePopup,
  sendConfirmationEmail,
  sendQualificationSurvey,
  setCookie,
  setLanguage,
  unblock,
  updateEmail,
  updateUsername,
  uploadAvatar,
  validateAccessKey,
  validatePasswordRecovery,
  verifyRegistration,
}
