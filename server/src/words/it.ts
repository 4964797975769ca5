import type { Words } from './en.ts'

export const words = {
  greeting: 'Ciao {username},',
  circumstances: 'Data e ora: {moment} UTC. Browser: {browser}. Indirizzo IP: {ip}.',
  browsers: {
    named: '{browser} su {system}',
    unnamed: 'un browser su {system}',
    unknown: 'un browser sconosciuto',
  },
  buttonless: 'Se il pulsante non funziona, apri questo indirizzo:',
  textLink: '{label}:',
  linkNumber: 'Numero per quella pagina: {number}',
  mails: {
    confirmation: {
      subject: 'Conferma il tuo account {studio}',
      body: 'Che bello averti su {studio}. Conferma che questo indirizzo email è tuo e potrai accedere e giocare.',
      action: 'Conferma il mio indirizzo email',
      closing:
        'Il link funziona per 7 giorni. Non eri tu? Ignora questa email: senza il tuo clic, l’account non verrà attivato.',
    },
    registrationAttempt: {
      subject: 'Hai già un account {studio}',
      body: 'Qualcuno ha appena provato a creare un account su {studio} con questo indirizzo email, ma ne hai già uno. Eri tu? Allora accedi come sempre.',
      action: 'Accedi',
      closing: 'Non eri tu? Non devi fare nulla: il tuo account è rimasto com’era.',
    },
    farewell: {
      subject: 'Il tuo account {studio} è stato eliminato',
      body: 'Abbiamo eliminato il tuo account su {studio}, come hai chiesto. Il tuo profilo, i tuoi account collegati, le tue newsletter e le tue scelte non ci sono più e nulla potrà essere recuperato. Grazie per il tempo che hai passato a giocare con noi.',
      closing:
        'Non l’hai chiesto tu? Scrivi alla nostra assistenza. Questa è la nostra ultima email su questo account.',
    },
    mailing: {
      closing: 'Ricevi questa email perché hai chiesto di ricevere {list} su {studio}.',
      unsubscribe: 'Annulla l’iscrizione',
    },
    sessionReuse: {
      subject: 'La tua sessione su {studio} è stata chiusa',
      body: 'Una delle tue sessioni su {studio} è stata usata da due luoghi contemporaneamente, quindi l’abbiamo chiusa. Qualcuno potrebbe averla copiata. Accedi di nuovo e scegli una nuova password.',
      action: 'Accedi',
      closing: 'Ricevi questa email perché riguarda la sicurezza del tuo account.',
    },
    passwordRecovery: {
      subject: 'Reimposta la tua password di {studio}',
      body: 'Hai dimenticato la password del tuo account su {studio}? Scegline una nuova.',
      action: 'Scegli una nuova password',
      closing:
        'Il link funziona una sola volta, per un’ora. Non l’hai chiesto tu? Ignora questa email: la tua password resta com’è.',
    },
    passwordChanged: {
      subject: 'La tua password di {studio} è stata cambiata',
      body: 'La password del tuo account su {studio} è appena stata cambiata. Abbiamo chiuso tutte le altre tue sessioni.',
      action: 'Non ero io: reimposta la password',
      closing: 'Eri tu? Allora è tutto a posto.',
    },
    passwordRecovered: {
      subject: 'La tua password di {studio} è stata cambiata',
      body: 'La password del tuo account su {studio} è appena stata cambiata con il link di un’email. Abbiamo chiuso le tue sessioni su tutti i dispositivi.',
      bodyLinked:
        'La password del tuo account su {studio} è appena stata cambiata con il link di un’email. Abbiamo chiuso le tue sessioni su tutti i dispositivi. Account collegati negli ultimi 30 giorni: {services}. Scollega quelli che non sono tuoi.',
      action: 'Non ero io: reimposta la password',
      closing: 'Eri tu? Allora è tutto a posto.',
    },
    newLogIn: {
      subject: 'Nuovo accesso al tuo account {studio}',
      body: 'Qualcuno ha effettuato l’accesso al tuo account su {studio} con la password giusta, da un browser che non avevamo mai visto prima. Nello stesso momento, venivano provate le password di molti account.',
      action: 'Non ero io: reimposta la password',
      closing: 'Eri tu? Allora è tutto a posto.',
    },
    newBrowser: {
      subject: 'Nuovo accesso al tuo account {studio}',
      body: 'Qualcuno ha effettuato l’accesso al tuo account su {studio} da un browser che non conoscevamo.',
      action: 'Non ero io: proteggi il mio account',
      closing: 'Eri tu? Allora è tutto a posto.',
    },
    frozen: {
      subject: 'Il tuo account {studio} è congelato',
      body: 'Tutte le sessioni del tuo account su {studio} sono state chiuse e nessuno può accedere. Quando vuoi, usa il link per rientrare.',
      action: 'Rientra nel mio account',
      closing: 'Il link funziona per 30 giorni, e nulla cambia finché non lo usi.',
    },
    unfrozen: {
      subject: 'Il tuo account {studio} è di nuovo aperto',
      body: 'Il tuo account su {studio} è stato riaperto con il link di un’email.',
      action: 'Non ero io: proteggi il mio account',
      closing: 'Eri tu? Allora è tutto a posto.',
    },
    supportActed: {
      subject: 'Il nostro supporto è intervenuto sul tuo account {studio}',
      body: 'Il nostro supporto ha congelato il tuo account su {studio}: tutte le sessioni sono state chiuse e nessuno può accedere. Il link per rientrare è in un’altra email.',
      action: 'Apri Sicurezza',
      closing: 'Ricevi questa email perché riguarda la sicurezza del tuo account.',
    },
    usernameChanged: {
      subject: 'Il tuo nome utente di {studio} è stato cambiato',
      body: 'Il nome utente del tuo account su {studio} è appena stato cambiato. Prima era {oldName}, e per 30 giorni nessun altro potrà prenderlo.',
      action: 'Non ero io: reimposta la password',
      closing: 'Eri tu? Allora è tutto a posto.',
    },
    appAdded: {
      subject: 'Un’app di autenticazione è stata aggiunta al tuo account {studio}',
      body: 'L’app di autenticazione «{factor}» è stata aggiunta al tuo account su {studio}.',
      action: 'Non ero io: proteggi il mio account',
      closing: 'Eri tu? Allora è tutto a posto.',
    },
    appRemoved: {
      subject: 'Un’app di autenticazione è stata rimossa dal tuo account {studio}',
      body: 'L’app di autenticazione «{factor}» è stata rimossa dal tuo account su {studio}.',
      action: 'Non ero io: proteggi il mio account',
      closing: 'Eri tu? Allora è tutto a posto.',
    },
    twoStepOn: {
      subject: 'La verifica in due passaggi è attiva per il tuo account {studio}',
      body: 'D’ora in poi chiediamo un secondo passaggio dopo la password del tuo account su {studio}. Abbiamo chiuso tutte le altre tue sessioni.',
      action: 'Non ero io: proteggi il mio account',
      closing: 'Eri tu? Allora è tutto a posto.',
    },
    twoStepOff: {
      subject: 'La verifica in due passaggi non è più attiva per il tuo account {studio}',
      body: 'Non chiediamo più un secondo passaggio dopo la password del tuo account su {studio}.',
      action: 'Non ero io: proteggi il mio account',
      closing: 'Eri tu? Allora è tutto a posto.',
    },
    codesMade: {
      subject: 'Nuovi codici di recupero per il tuo account {studio}',
      body: 'Sono stati creati nuovi codici di recupero per il tuo account su {studio}. Quelli vecchi non funzionano più.',
      action: 'Non ero io: proteggi il mio account',
      closing: 'Eri tu? Allora è tutto a posto.',
    },
    codeUsed: {
      subject: 'È stato usato un codice di recupero del tuo account {studio}',
      body: 'Qualcuno ha usato un codice di recupero del tuo account su {studio}. Codici rimasti: {left}.',
      action: 'Non ero io: proteggi il mio account',
      closing: 'Eri tu? Allora è tutto a posto.',
    },
    secondStepFailed: {
      subject: 'Qualcuno conosce la password del tuo account {studio}',
      body: 'Qualcuno ha inserito cinque volte la password giusta del tuo account su {studio}, ma ha sbagliato il secondo passaggio. Nessuno è entrato. Scegli un’altra password.',
      action: 'Scegli una nuova password',
      closing: 'Ricevi questa email perché riguarda la sicurezza del tuo account.',
    },
    passkeyAdded: {
      subject: 'Una passkey è stata aggiunta al tuo account {studio}',
      body: 'La passkey «{factor}» è stata aggiunta al tuo account su {studio}.',
      action: 'Non ero io: proteggi il mio account',
      closing: 'Eri tu? Allora è tutto a posto.',
    },
    passkeyRemoved: {
      subject: 'Una passkey è stata rimossa dal tuo account {studio}',
      body: 'La passkey «{factor}» è stata rimossa dal tuo account su {studio}.',
      action: 'Non ero io: proteggi il mio account',
      closing: 'Eri tu? Allora è tutto a posto.',
    },
    passkeySuspect: {
      subject: 'Una passkey del tuo account {studio} potrebbe essere stata copiata',
      body: 'La passkey «{factor}» è stata rifiutata: sembra che ne esistano due. Se non l’hai copiata tu, rimuovila.',
      action: 'Apri Sicurezza',
      closing: 'Ricevi questa email perché riguarda la sicurezza del tuo account.',
    },
    passwordRemoved: {
      subject: 'Il tuo account {studio} non ha più una password',
      body: 'D’ora in poi accedi con le tue passkey.',
      action: 'Non ero io: proteggi il mio account',
      closing: 'Eri tu? Allora è tutto a posto.',
    },
    emailChangeConfirmation: {
      subject: 'Conferma il tuo nuovo indirizzo email su {studio}',
      body: 'Vuoi usare questo indirizzo email per il tuo account su {studio}. Conferma che è tuo.',
      action: 'Conferma il mio nuovo indirizzo email',
      closing:
        'Il link funziona per 24 ore. Non l’hai chiesto tu? Ignora questa email e non cambierà nulla.',
    },
    emailChangeAsked: {
      subject: 'Il tuo indirizzo email su {studio} sta per cambiare',
      body: 'Qualcuno ha chiesto di cambiare l’indirizzo email del tuo account su {studio} in {newEmail}. Non eri tu? Mantieni questo indirizzo: chiuderemo tutte le sessioni del tuo account e la password non funzionerà più.',
      action: 'Non ero io: mantieni questo indirizzo',
      closing: 'Il link funziona per 7 giorni. Eri tu? Allora non devi fare nulla.',
    },
    emailChanged: {
      subject: 'Il tuo indirizzo email su {studio} è stato cambiato',
      body: 'L’indirizzo email del tuo account su {studio} ora è {newEmail}.',
      action: 'Non ero io: recupera questo indirizzo',
      closing:
        'Il link funziona per 7 giorni dalla richiesta di modifica. Eri tu? Allora è tutto a posto.',
    },
    emailWelcomed: {
      subject: 'Il tuo nuovo indirizzo email su {studio}',
      body: 'Questo è ora l’indirizzo email del tuo account su {studio}. Usalo per accedere, oppure usa il tuo nome utente.',
      action: 'Accedi',
      closing: 'Non è il tuo account? Reimpostane la password e avvisa la nostra assistenza.',
    },
    emailRestored: {
      subject: 'Il tuo indirizzo email su {studio} resta lo stesso',
      body: 'Il tuo account su {studio} mantiene il suo indirizzo email. Abbiamo chiuso tutte le sue sessioni e la sua password non funziona più: scegline subito una nuova.',
      action: 'Scegli una nuova password',
      closing: 'Il link funziona per un’ora. Dopo, chiedine uno nuovo nella pagina di accesso.',
    },
    emailWithdrawn: {
      subject: 'Una modifica dell’indirizzo email su {studio} è stata annullata',
      body: 'Questo indirizzo email non appartiene più a un account su {studio}. La modifica è stata annullata dall’indirizzo precedente.',
      action: 'Accedi',
      closing: 'Ricevi questa email perché riguarda la sicurezza di un account.',
    },
    emailClaimed: {
      subject: 'Hai già un account {studio}',
      body: 'Qualcuno ha provato a usare questo indirizzo email per un altro account su {studio}, ma è già associato al tuo.',
      action: 'Accedi',
      closing: 'Non eri tu? Non devi fare nulla: il tuo account è rimasto com’era.',
    },
  },
} satisfies Words
