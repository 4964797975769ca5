// Written by `npm run messages --workspace apps/portal` from po/en.po.

/** The names of the texts of mails. */
export type WordsKey =
  | `${
      'appAdded' | 'appRemoved' | 'codesMade' | 'codeUsed' | 'deletionAsked' |
      'deletionCancelled' | 'emailChangeAsked' | 'emailChangeConfirmation' | 'emailChanged' |
      'emailClaimed' | 'emailRestored' | 'emailWelcomed' | 'emailWithdrawn' | 'freezeGuessed' |
      'frozen' | 'leakedPassword' | 'linkArrived' | 'linkKept' | 'linkMoved' | 'linkMoves' |
      'newBrowser' | 'newLogIn' | 'partnerRewound' | 'passkeyAdded' | 'passkeyRemoved' |
      'passkeySuspect' | 'passwordChanged' | 'passwordRecovery' | 'passwordRemoved' |
      'recovered' | 'recoverLink' | 'recoveryReady' | 'recoveryStopped' | 'recoveryWaits' |
      'registrationAttempt' | 'rewindDone' | 'rewindStopped' | 'rewindWaits' | 'safetyLink' |
      'secondStepFailed' | 'serviceWayOff' | 'serviceWayOn' | 'supportActed' | 'twoStepOff' |
      'twoStepOn' | 'unfreezeGuessed' | 'unfrozen' | 'usernameChanged'
    }.${'action' | 'body' | 'closing' | 'subject'}`
  | `browsers.${'named' | 'unknown' | 'unnamed'}`
  | 'buttonless'
  | 'circumstances'
  | 'greeting'
  | 'linkNumber'
  | 'textLink'
  | `confirmation.${'action' | 'body' | 'closing' | 'shared' | 'subject'}`
  | `${
      'enrolmentCode' | 'farewell'
    }.${'body' | 'closing' | 'subject'}`
  | `mailing.${'closing' | 'unsubscribe'}`
  | `passwordRecovered.${'action' | 'body' | 'bodyLinked' | 'closing' | 'subject'}`
  | `sessionReuse.${'action' | 'body' | 'closing' | 'password' | 'subject'}`
  | `spoken.${'again' | 'banned' | 'browser' | 'check' | 'field' | 'later' | 'linked' | 'mail' | 'network' | 'rule' | 'second' | 'wait'}`

/** The values that texts name, besides the reader's name and the studio's. */
export interface MailValues {
  readonly 'appAdded.body': 'factor'
  readonly 'appRemoved.body': 'factor'
  readonly 'browsers.named': 'browser' | 'system'
  readonly 'browsers.unnamed': 'system'
  readonly 'circumstances': 'moment' | 'browser' | 'ip'
  readonly 'codeUsed.body': 'left'
  readonly 'deletionAsked.body': 'until'
  readonly 'emailChangeAsked.body': 'newEmail'
  readonly 'emailChanged.body': 'newEmail'
  readonly 'enrolmentCode.body': 'code'
  readonly 'enrolmentCode.subject': 'code'
  readonly 'linkArrived.body': 'service' | 'factor'
  readonly 'linkKept.body': 'service' | 'factor'
  readonly 'linkMoved.body': 'service' | 'factor'
  readonly 'linkMoves.body': 'service' | 'factor'
  readonly 'linkNumber': 'number'
  readonly 'mailing.closing': 'list'
  readonly 'passkeyAdded.body': 'factor'
  readonly 'passkeyRemoved.body': 'factor'
  readonly 'passkeySuspect.body': 'factor'
  readonly 'passwordRecovered.bodyLinked': 'services'
  readonly 'recoveryWaits.body': 'until'
  readonly 'rewindWaits.body': 'address' | 'until'
  readonly 'serviceWayOff.body': 'service' | 'factor'
  readonly 'serviceWayOn.body': 'service' | 'factor'
  readonly 'textLink': 'label'
  readonly 'usernameChanged.body': 'oldName'
}
