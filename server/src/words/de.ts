import type { Words } from './en.ts'

/** Everything that the server writes to people in mails, in German. */
export const words = {
  greeting: 'Hallo {username},',
  circumstances: 'Zeitpunkt: {moment} UTC. Browser: {browser}. IP-Adresse: {ip}.',
  browsers: {
    named: '{browser} unter {system}',
    unnamed: 'ein Browser unter {system}',
    unknown: 'ein unbekannter Browser',
  },
  buttonless: 'Falls der Button nicht funktioniert, öffne diese Adresse:',
  textLink: '{label}:',
  linkNumber: 'Zahl für diese Seite: {number}',
  mails: {
    confirmation: {
      subject: 'Bestätige dein Konto bei {studio}',
      body: 'Schön, dass du bei {studio} dabei bist. Bestätige, dass diese E-Mail-Adresse dir gehört, und schon kannst du dich anmelden und losspielen.',
      action: 'E-Mail-Adresse bestätigen',
      closing:
        'Der Link gilt 7 Tage. Das warst nicht du? Dann ignoriere diese E-Mail: Ohne deinen Klick wird das Konto nicht aktiviert.',
    },
    registrationAttempt: {
      subject: 'Du hast schon ein Konto bei {studio}',
      body: 'Gerade hat jemand versucht, mit dieser E-Mail-Adresse ein Konto bei {studio} zu erstellen, aber du hast schon eins. Warst du das? Dann melde dich wie gewohnt an.',
      action: 'Anmelden',
      closing: 'Das warst nicht du? Du musst nichts tun: An deinem Konto hat sich nichts geändert.',
    },
    farewell: {
      subject: 'Dein Konto bei {studio} wurde gelöscht',
      body: 'Wir haben dein Konto bei {studio} gelöscht, wie du es wolltest. Dein Profil, deine verknüpften Konten, deine Newsletter und deine Einstellungen sind weg, und niemand kann sie wiederherstellen. Danke für die Zeit, die du mit uns gespielt hast.',
      closing:
        'Du wolltest das gar nicht? Schreib an unseren Support. Das ist unsere letzte E-Mail zu diesem Konto.',
    },
    mailing: {
      closing: 'Du bekommst diese E-Mail, weil du {list} bei {studio} abonniert hast.',
      unsubscribe: 'Abbestellen',
    },
    sessionReuse: {
      subject: 'Du wurdest bei {studio} abgemeldet',
      body: 'Eine deiner Anmeldungen bei {studio} wurde an zwei Orten zugleich verwendet, deshalb haben wir sie beendet. Vielleicht hat jemand sie kopiert. Melde dich noch einmal an und wähle ein neues Passwort.',
      action: 'Anmelden',
      closing: 'Du bekommst diese E-Mail, weil es um die Sicherheit deines Kontos geht.',
    },
    passwordRecovery: {
      subject: 'Setze dein Passwort bei {studio} zurück',
      body: 'Passwort für dein Konto bei {studio} vergessen? Wähle ein neues.',
      action: 'Neues Passwort wählen',
      closing:
        'Der Link gilt einmal und eine Stunde lang. Du hast ihn nicht angefordert? Dann ignoriere diese E-Mail: Dein Passwort bleibt, wie es ist.',
    },
    passwordChanged: {
      subject: 'Dein Passwort bei {studio} wurde geändert',
      body: 'Das Passwort für dein Konto bei {studio} wurde gerade geändert. Überall sonst haben wir dich abgemeldet.',
      action: 'Das war nicht ich: Passwort zurücksetzen',
      closing: 'Warst du das? Dann ist alles in Ordnung.',
    },
    passwordRecovered: {
      subject: 'Dein Passwort bei {studio} wurde geändert',
      body: 'Das Passwort für dein Konto bei {studio} wurde gerade über den Link aus einer E-Mail geändert. Wir haben dich auf allen Geräten abgemeldet.',
      bodyLinked:
        'Das Passwort für dein Konto bei {studio} wurde gerade über den Link aus einer E-Mail geändert. Wir haben dich auf allen Geräten abgemeldet. In den letzten 30 Tagen verknüpft: {services}. Trenne, was nicht dir gehört.',
      action: 'Das war nicht ich: Passwort zurücksetzen',
      closing: 'Warst du das? Dann ist alles in Ordnung.',
    },
    newLogIn: {
      subject: 'Neue Anmeldung mit deinem Konto bei {studio}',
      body: 'Jemand hat sich mit dem richtigen Passwort an deinem Konto bei {studio} angemeldet, und zwar mit einem Browser, den wir noch nicht kannten. Zur selben Zeit wurden die Passwörter vieler Konten durchprobiert.',
      action: 'Das war nicht ich: Passwort zurücksetzen',
      closing: 'Warst du das? Dann ist alles in Ordnung.',
    },
    newBrowser: {
      subject: 'Neue Anmeldung mit deinem Konto bei {studio}',
      body: 'Jemand hat sich mit einem Browser, den wir noch nicht kannten, an deinem Konto bei {studio} angemeldet.',
      action: 'Das war nicht ich: Konto schützen',
      closing: 'Warst du das? Dann ist alles in Ordnung.',
    },
    frozen: {
      subject: 'Dein Konto bei {studio} ist eingefroren',
      body: 'Alle Sitzungen deines Kontos bei {studio} wurden beendet, und niemand kann sich anmelden. Wenn du so weit bist, folge dem Link zurück in dein Konto.',
      action: 'Zurück in mein Konto',
      closing: 'Der Link gilt 30 Tage, und bevor du ihm folgst, ändert sich nichts.',
    },
    unfrozen: {
      subject: 'Dein Konto bei {studio} ist wieder offen',
      body: 'Dein Konto bei {studio} wurde über den Link aus einer E-Mail wieder geöffnet.',
      action: 'Das war nicht ich: Konto schützen',
      closing: 'Warst du das? Dann ist alles in Ordnung.',
    },
    supportActed: {
      subject: 'Unser Support hat etwas an deinem Konto bei {studio} getan',
      body: 'Unser Support hat dein Konto bei {studio} eingefroren: Alle Sitzungen wurden beendet, und niemand kann sich anmelden. Der Link zurück in dein Konto steht in einer anderen E-Mail.',
      action: 'Sicherheit öffnen',
      closing: 'Du bekommst diese E-Mail, weil es um die Sicherheit deines Kontos geht.',
    },
    usernameChanged: {
      subject: 'Dein Benutzername bei {studio} wurde geändert',
      body: 'Der Benutzername deines Kontos bei {studio} wurde gerade geändert. Er war {oldName}, und diesen Namen bekommt 30 Tage lang niemand sonst.',
      action: 'Das war nicht ich: Passwort zurücksetzen',
      closing: 'Warst du das? Dann ist alles in Ordnung.',
    },
    appAdded: {
      subject: 'Deinem Konto bei {studio} wurde eine Authentifizierungs-App hinzugefügt',
      body: 'Die Authentifizierungs-App „{factor}“ wurde deinem Konto bei {studio} hinzugefügt.',
      action: 'Das war nicht ich: Konto schützen',
      closing: 'Warst du das? Dann ist alles in Ordnung.',
    },
    appRemoved: {
      subject: 'Aus deinem Konto bei {studio} wurde eine Authentifizierungs-App entfernt',
      body: 'Die Authentifizierungs-App „{factor}“ wurde aus deinem Konto bei {studio} entfernt.',
      action: 'Das war nicht ich: Konto schützen',
      closing: 'Warst du das? Dann ist alles in Ordnung.',
    },
    twoStepOn: {
      subject: 'Die Bestätigung in zwei Schritten ist für dein Konto bei {studio} an',
      body: 'Ab jetzt fragen wir nach dem Passwort für dein Konto bei {studio} noch nach einem zweiten Schritt. Überall sonst haben wir dich abgemeldet.',
      action: 'Das war nicht ich: Konto schützen',
      closing: 'Warst du das? Dann ist alles in Ordnung.',
    },
    twoStepOff: {
      subject: 'Die Bestätigung in zwei Schritten ist für dein Konto bei {studio} aus',
      body: 'Wir fragen nach dem Passwort für dein Konto bei {studio} nicht mehr nach einem zweiten Schritt.',
      action: 'Das war nicht ich: Konto schützen',
      closing: 'Warst du das? Dann ist alles in Ordnung.',
    },
    codesMade: {
      subject: 'Neue Wiederherstellungscodes für dein Konto bei {studio}',
      body: 'Für dein Konto bei {studio} wurden neue Wiederherstellungscodes erstellt. Die alten gelten nicht mehr.',
      action: 'Das war nicht ich: Konto schützen',
      closing: 'Warst du das? Dann ist alles in Ordnung.',
    },
    codeUsed: {
      subject: 'Ein Wiederherstellungscode für dein Konto bei {studio} wurde verwendet',
      body: 'Jemand hat einen Wiederherstellungscode für dein Konto bei {studio} verwendet. Übrige Codes: {left}.',
      action: 'Das war nicht ich: Konto schützen',
      closing: 'Warst du das? Dann ist alles in Ordnung.',
    },
    secondStepFailed: {
      subject: 'Jemand kennt das Passwort für dein Konto bei {studio}',
      body: 'Fünfmal wurde das richtige Passwort für dein Konto bei {studio} eingegeben, aber der zweite Schritt war falsch. Niemand ist hineingekommen. Wähle ein anderes Passwort.',
      action: 'Neues Passwort wählen',
      closing: 'Du bekommst diese E-Mail, weil es um die Sicherheit deines Kontos geht.',
    },
    passkeyAdded: {
      subject: 'Deinem Konto bei {studio} wurde ein Passkey hinzugefügt',
      body: 'Der Passkey „{factor}“ wurde deinem Konto bei {studio} hinzugefügt.',
      action: 'Das war nicht ich: Konto schützen',
      closing: 'Warst du das? Dann ist alles in Ordnung.',
    },
    passkeyRemoved: {
      subject: 'Aus deinem Konto bei {studio} wurde ein Passkey entfernt',
      body: 'Der Passkey „{factor}“ wurde aus deinem Konto bei {studio} entfernt.',
      action: 'Das war nicht ich: Konto schützen',
      closing: 'Warst du das? Dann ist alles in Ordnung.',
    },
    passkeySuspect: {
      subject: 'Ein Passkey deines Kontos bei {studio} wurde vielleicht kopiert',
      body: 'Der Passkey „{factor}“ wurde abgelehnt: Es scheint ihn zweimal zu geben. Wenn du ihn nicht selbst kopiert hast, entferne ihn.',
      action: 'Sicherheit öffnen',
      closing: 'Du bekommst diese E-Mail, weil es um die Sicherheit deines Kontos geht.',
    },
    passwordRemoved: {
      subject: 'Dein Konto bei {studio} hat kein Passwort mehr',
      body: 'Ab jetzt meldest du dich mit deinen Passkeys an.',
      action: 'Das war nicht ich: Konto schützen',
      closing: 'Warst du das? Dann ist alles in Ordnung.',
    },
    emailChangeConfirmation: {
      subject: 'Bestätige deine neue E-Mail-Adresse bei {studio}',
      body: 'Du möchtest diese E-Mail-Adresse für dein Konto bei {studio} verwenden. Bestätige, dass sie dir gehört.',
      action: 'Neue E-Mail-Adresse bestätigen',
      closing:
        'Der Link gilt 24 Stunden. Du hast ihn nicht angefordert? Dann ignoriere diese E-Mail, und nichts ändert sich.',
    },
    emailChangeAsked: {
      subject: 'Deine E-Mail-Adresse bei {studio} soll geändert werden',
      body: 'Jemand möchte die E-Mail-Adresse deines Kontos bei {studio} ändern. Sie soll künftig {newEmail} lauten. Das warst nicht du? Behalte diese Adresse: Wir melden alle ab, die in deinem Konto angemeldet sind, und das Passwort gilt nicht mehr.',
      action: 'Das war nicht ich: diese Adresse behalten',
      closing: 'Der Link gilt 7 Tage. Warst du das? Dann musst du hier nichts tun.',
    },
    emailChanged: {
      subject: 'Deine E-Mail-Adresse bei {studio} wurde geändert',
      body: 'Die E-Mail-Adresse deines Kontos bei {studio} ist jetzt {newEmail}.',
      action: 'Das war nicht ich: diese Adresse zurückholen',
      closing:
        'Der Link gilt 7 Tage, gerechnet ab der Anfrage zur Änderung. Warst du das? Dann ist alles in Ordnung.',
    },
    emailWelcomed: {
      subject: 'Deine neue E-Mail-Adresse bei {studio}',
      body: 'Das ist jetzt die E-Mail-Adresse deines Kontos bei {studio}. Melde dich mit ihr an oder mit deinem Benutzernamen.',
      action: 'Anmelden',
      closing: 'Nicht dein Konto? Setze das Passwort zurück und sag unserem Support Bescheid.',
    },
    emailRestored: {
      subject: 'Deine E-Mail-Adresse bei {studio} bleibt, wie sie war',
      body: 'Dein Konto bei {studio} behält seine E-Mail-Adresse. Wir haben alle abgemeldet, die darin angemeldet waren, und das Passwort gilt nicht mehr: Wähle jetzt ein neues.',
      action: 'Neues Passwort wählen',
      closing: 'Der Link gilt eine Stunde. Danach forderst du auf der Anmeldeseite einen neuen an.',
    },
    emailWithdrawn: {
      subject: 'Eine Änderung der E-Mail-Adresse bei {studio} wurde rückgängig gemacht',
      body: 'Diese E-Mail-Adresse gehört nicht mehr zu einem Konto bei {studio}. Die Änderung wurde von der vorherigen Adresse aus rückgängig gemacht.',
      action: 'Anmelden',
      closing: 'Du bekommst diese E-Mail, weil es um die Sicherheit eines Kontos geht.',
    },
    emailClaimed: {
      subject: 'Du hast schon ein Konto bei {studio}',
      body: 'Jemand wollte diese E-Mail-Adresse für ein anderes Konto bei {studio} verwenden, aber sie gehört schon zu deinem.',
      action: 'Anmelden',
      closing: 'Das warst nicht du? Du musst nichts tun: An deinem Konto hat sich nichts geändert.',
    },
  },
} satisfies Words
