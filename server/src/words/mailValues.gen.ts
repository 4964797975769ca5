// Written by `npm run messages --workspace portal` from po/en.po.

/** The texts of mails, each with the values that it names. */
export interface MailValues {
  readonly 'appAdded.action': never
  readonly 'appAdded.body': 'factor' | 'studio'
  readonly 'appAdded.closing': never
  readonly 'appAdded.subject': 'studio'
  readonly 'appRemoved.action': never
  readonly 'appRemoved.body': 'factor' | 'studio'
  readonly 'appRemoved.closing': never
  readonly 'appRemoved.subject': 'studio'
  readonly 'browsers.named': 'browser' | 'system'
  readonly 'browsers.unknown': never
  readonly 'browsers.unnamed': 'system'
  readonly 'buttonless': never
  readonly 'circumstances': 'moment' | 'browser' | 'ip'
  readonly 'codesMade.action': never
  readonly 'codesMade.body': 'studio'
  readonly 'codesMade.closing': never
  readonly 'codesMade.subject': 'studio'
  readonly 'codeUsed.action': never
  readonly 'codeUsed.body': 'studio' | 'left'
  readonly 'codeUsed.closing': never
  readonly 'codeUsed.subject': 'studio'
  readonly 'confirmation.action': never
  readonly 'confirmation.body': 'studio'
  readonly 'confirmation.closing': never
  readonly 'confirmation.subject': 'studio'
  readonly 'emailChangeAsked.action': never
  readonly 'emailChangeAsked.body': 'studio' | 'newEmail'
  readonly 'emailChangeAsked.closing': never
  readonly 'emailChangeAsked.subject': 'studio'
  readonly 'emailChangeConfirmation.action': never
  readonly 'emailChangeConfirmation.body': 'studio'
  readonly 'emailChangeConfirmation.closing': never
  readonly 'emailChangeConfirmation.subject': 'studio'
  readonly 'emailChanged.action': never
  readonly 'emailChanged.body': 'studio' | 'newEmail'
  readonly 'emailChanged.closing': never
  readonly 'emailChanged.subject': 'studio'
  readonly 'emailClaimed.action': never
  readonly 'emailClaimed.body': 'studio'
  readonly 'emailClaimed.closing': never
  readonly 'emailClaimed.subject': 'studio'
  readonly 'emailRestored.action': never
  readonly 'emailRestored.body': 'studio'
  readonly 'emailRestored.closing': never
  readonly 'emailRestored.subject': 'studio'
  readonly 'emailWelcomed.action': never
  readonly 'emailWelcomed.body': 'studio'
  readonly 'emailWelcomed.closing': never
  readonly 'emailWelcomed.subject': 'studio'
  readonly 'emailWithdrawn.action': never
  readonly 'emailWithdrawn.body': 'studio'
  readonly 'emailWithdrawn.closing': never
  readonly 'emailWithdrawn.subject': 'studio'
  readonly 'farewell.body': 'studio'
  readonly 'farewell.closing': never
  readonly 'farewell.subject': 'studio'
  readonly 'frozen.action': never
  readonly 'frozen.body': 'studio'
  readonly 'frozen.closing': never
  readonly 'frozen.subject': 'studio'
  readonly 'greeting': 'username'
  readonly 'linkNumber': 'number'
  readonly 'mailing.closing': 'list' | 'studio'
  readonly 'mailing.unsubscribe': never
  readonly 'newBrowser.action': never
  readonly 'newBrowser.body': 'studio'
  readonly 'newBrowser.closing': never
  readonly 'newBrowser.subject': 'studio'
  readonly 'newLogIn.action': never
  readonly 'newLogIn.body': 'studio'
  readonly 'newLogIn.closing': never
  readonly 'newLogIn.subject': 'studio'
  readonly 'passkeyAdded.action': never
  readonly 'passkeyAdded.body': 'factor' | 'studio'
  readonly 'passkeyAdded.closing': never
  readonly 'passkeyAdded.subject': 'studio'
  readonly 'passkeyRemoved.action': never
  readonly 'passkeyRemoved.body': 'factor' | 'studio'
  readonly 'passkeyRemoved.closing': never
  readonly 'passkeyRemoved.subject': 'studio'
  readonly 'passkeySuspect.action': never
  readonly 'passkeySuspect.body': 'factor'
  readonly 'passkeySuspect.closing': never
  readonly 'passkeySuspect.subject': 'studio'
  readonly 'passwordChanged.action': never
  readonly 'passwordChanged.body': 'studio'
  readonly 'passwordChanged.closing': never
  readonly 'passwordChanged.subject': 'studio'
  readonly 'passwordRecovered.action': never
  readonly 'passwordRecovered.body': 'studio'
  readonly 'passwordRecovered.bodyLinked': 'studio' | 'services'
  readonly 'passwordRecovered.closing': never
  readonly 'passwordRecovered.subject': 'studio'
  readonly 'passwordRecovery.action': never
  readonly 'passwordRecovery.body': 'studio'
  readonly 'passwordRecovery.closing': never
  readonly 'passwordRecovery.subject': 'studio'
  readonly 'passwordRemoved.action': never
  readonly 'passwordRemoved.body': never
  readonly 'passwordRemoved.closing': never
  readonly 'passwordRemoved.subject': 'studio'
  readonly 'registrationAttempt.action': never
  readonly 'registrationAttempt.body': 'studio'
  readonly 'registrationAttempt.closing': never
  readonly 'registrationAttempt.subject': 'studio'
  readonly 'secondStepFailed.action': never
  readonly 'secondStepFailed.body': 'studio'
  readonly 'secondStepFailed.closing': never
  readonly 'secondStepFailed.subject': 'studio'
  readonly 'sessionReuse.action': never
  readonly 'sessionReuse.body': 'studio'
  readonly 'sessionReuse.closing': never
  readonly 'sessionReuse.subject': 'studio'
  readonly 'supportActed.action': never
  readonly 'supportActed.body': 'studio'
  readonly 'supportActed.closing': never
  readonly 'supportActed.subject': 'studio'
  readonly 'textLink': 'label'
  readonly 'twoStepOff.action': never
  readonly 'twoStepOff.body': 'studio'
  readonly 'twoStepOff.closing': never
  readonly 'twoStepOff.subject': 'studio'
  readonly 'twoStepOn.action': never
  readonly 'twoStepOn.body': 'studio'
  readonly 'twoStepOn.closing': never
  readonly 'twoStepOn.subject': 'studio'
  readonly 'unfrozen.action': never
  readonly 'unfrozen.body': 'studio'
  readonly 'unfrozen.closing': never
  readonly 'unfrozen.subject': 'studio'
  readonly 'usernameChanged.action': never
  readonly 'usernameChanged.body': 'studio' | 'oldName'
  readonly 'usernameChanged.closing': never
  readonly 'usernameChanged.subject': 'studio'
}
