import type { Words } from './en.ts'

/** Everything that the server writes to people in mails, in Polish. */
export const words = {
  greeting: 'Cześć {username},',
  circumstances: 'Kiedy: {moment} UTC. Przeglądarka: {browser}. Adres IP: {ip}.',
  browsers: {
    named: '{browser}, {system}',
    unnamed: 'nieznana, {system}',
    unknown: 'nieznana',
  },
  buttonless: 'Jeśli przycisk nie działa, otwórz ten adres:',
  textLink: '{label}:',
  linkNumber: 'Numer do tej strony: {number}',
  mails: {
    confirmation: {
      subject: 'Potwierdź swoje konto {studio}',
      body: 'Miło Cię widzieć w społeczności {studio}. Potwierdź, że ten adres e-mail należy do Ciebie, a potem zaloguj się i graj.',
      action: 'Potwierdź mój adres e-mail',
      closing:
        'Link działa przez 7 dni. To nie Ty? Zignoruj tę wiadomość: bez Twojego kliknięcia konto nie zostanie aktywowane.',
    },
    registrationAttempt: {
      subject: 'Masz już konto {studio}',
      body: 'Ktoś próbował właśnie założyć konto {studio} z tym adresem e-mail, a Ty już takie masz. To Ty? W takim razie zaloguj się jak zwykle.',
      action: 'Zaloguj się',
      closing: 'To nie Ty? Nie musisz nic robić: Twoje konto pozostaje bez zmian.',
    },
    farewell: {
      subject: 'Twoje konto {studio} zostało usunięte',
      body: 'Zgodnie z Twoją prośbą usunęliśmy Twoje konto {studio}. Profil, połączone konta, newslettery i ustawienia zniknęły i nikt nie może ich przywrócić. Dziękujemy za wspólnie spędzony czas w grze.',
      closing:
        'To nie była Twoja prośba? Napisz do naszego wsparcia. To nasza ostatnia wiadomość o tym koncie.',
    },
    mailing: {
      closing:
        'Otrzymujesz tę wiadomość, ponieważ subskrybujesz newsletter {list} na koncie {studio}.',
      unsubscribe: 'Wypisz się',
    },
    sessionReuse: {
      subject: 'Wylogowaliśmy Cię z konta {studio}',
      body: 'Jedna z Twoich sesji na koncie {studio} była używana w dwóch miejscach naraz, więc ją zakończyliśmy. Być może ktoś ją skopiował. Zaloguj się ponownie i ustaw nowe hasło.',
      action: 'Zaloguj się',
      closing: 'Otrzymujesz tę wiadomość, ponieważ chodzi o bezpieczeństwo Twojego konta.',
    },
    passwordRecovery: {
      subject: 'Ustaw nowe hasło do konta {studio}',
      body: 'Nie pamiętasz hasła do swojego konta {studio}? Ustaw nowe.',
      action: 'Ustaw nowe hasło',
      closing:
        'Link działa jeden raz, przez godzinę. To nie Twoja prośba? Zignoruj tę wiadomość: Twoje hasło się nie zmieni.',
    },
    passwordChanged: {
      subject: 'Hasło do Twojego konta {studio} zostało zmienione',
      body: 'Hasło do Twojego konta {studio} zostało właśnie zmienione. Wszędzie indziej Cię wylogowaliśmy.',
      action: 'To nie ja: ustaw nowe hasło',
      closing: 'To Ty? W takim razie wszystko gra.',
    },
    passwordRecovered: {
      subject: 'Hasło do Twojego konta {studio} zostało zmienione',
      body: 'Hasło do Twojego konta {studio} zostało właśnie zmienione za pomocą linku z e-maila. Wylogowaliśmy Cię na wszystkich urządzeniach.',
      bodyLinked:
        'Hasło do Twojego konta {studio} zostało właśnie zmienione za pomocą linku z e-maila. Wylogowaliśmy Cię na wszystkich urządzeniach. Połączone w ciągu ostatnich 30 dni: {services}. Odłącz to, co nie należy do Ciebie.',
      action: 'To nie ja: ustaw nowe hasło',
      closing: 'To Ty? W takim razie wszystko gra.',
    },
    newLogIn: {
      subject: 'Nowe logowanie na Twoje konto {studio}',
      body: 'Ktoś zalogował się na Twoje konto {studio} z poprawnym hasłem, w przeglądarce, której wcześniej nie widzieliśmy. W tym samym czasie wypróbowywano hasła do wielu kont.',
      action: 'To nie ja: ustaw nowe hasło',
      closing: 'To Ty? W takim razie wszystko gra.',
    },
    newBrowser: {
      subject: 'Nowe logowanie na Twoje konto {studio}',
      body: 'Ktoś zalogował się na Twoje konto {studio} w przeglądarce, której nie znaliśmy.',
      action: 'To nie ja: zabezpiecz moje konto',
      closing: 'To Ty? W takim razie wszystko gra.',
    },
    frozen: {
      subject: 'Twoje konto {studio} jest zamrożone',
      body: 'Wszystkie sesje Twojego konta {studio} zostały zakończone i nikt nie może się zalogować. Gdy zechcesz, skorzystaj z linku, aby wrócić.',
      action: 'Wróć na moje konto',
      closing: 'Link działa przez 30 dni i nic się nie zmieni, zanim z niego skorzystasz.',
    },
    unfrozen: {
      subject: 'Twoje konto {studio} jest znowu otwarte',
      body: 'Twoje konto {studio} zostało ponownie otwarte za pomocą linku z e-maila.',
      action: 'To nie ja: zabezpiecz moje konto',
      closing: 'To Ty? W takim razie wszystko gra.',
    },
    supportActed: {
      subject: 'Nasz zespół wsparcia zrobił coś na Twoim koncie {studio}',
      body: 'Nasz zespół wsparcia zamroził Twoje konto {studio}: wszystkie sesje zostały zakończone i nikt nie może się zalogować. Link, którym wrócisz na konto, jest w innym e-mailu.',
      action: 'Otwórz Bezpieczeństwo',
      closing: 'Otrzymujesz tę wiadomość, ponieważ chodzi o bezpieczeństwo Twojego konta.',
    },
    usernameChanged: {
      subject: 'Nazwa użytkownika konta {studio} została zmieniona',
      body: 'Nazwa użytkownika Twojego konta {studio} została właśnie zmieniona. Poprzednia to {oldName} i przez 30 dni nikt inny jej nie dostanie.',
      action: 'To nie ja: ustaw nowe hasło',
      closing: 'To Ty? W takim razie wszystko gra.',
    },
    appAdded: {
      subject: 'Do Twojego konta {studio} dodano aplikację uwierzytelniającą',
      body: 'Do Twojego konta {studio} dodano aplikację uwierzytelniającą „{factor}”.',
      action: 'To nie ja: zabezpiecz moje konto',
      closing: 'To Ty? W takim razie wszystko gra.',
    },
    appRemoved: {
      subject: 'Z Twojego konta {studio} usunięto aplikację uwierzytelniającą',
      body: 'Z Twojego konta {studio} usunięto aplikację uwierzytelniającą „{factor}”.',
      action: 'To nie ja: zabezpiecz moje konto',
      closing: 'To Ty? W takim razie wszystko gra.',
    },
    twoStepOn: {
      subject: 'Weryfikacja dwuetapowa na Twoim koncie {studio} jest włączona',
      body: 'Od teraz po haśle do Twojego konta {studio} prosimy o drugi krok. Wszędzie indziej Cię wylogowaliśmy.',
      action: 'To nie ja: zabezpiecz moje konto',
      closing: 'To Ty? W takim razie wszystko gra.',
    },
    twoStepOff: {
      subject: 'Weryfikacja dwuetapowa na Twoim koncie {studio} jest wyłączona',
      body: 'Po haśle do Twojego konta {studio} nie prosimy już o drugi krok.',
      action: 'To nie ja: zabezpiecz moje konto',
      closing: 'To Ty? W takim razie wszystko gra.',
    },
    codesMade: {
      subject: 'Nowe kody odzyskiwania do Twojego konta {studio}',
      body: 'Do Twojego konta {studio} utworzono nowe kody odzyskiwania. Stare już nie działają.',
      action: 'To nie ja: zabezpiecz moje konto',
      closing: 'To Ty? W takim razie wszystko gra.',
    },
    codeUsed: {
      subject: 'Użyto kodu odzyskiwania Twojego konta {studio}',
      body: 'Ktoś użył kodu odzyskiwania Twojego konta {studio}. Pozostałe kody: {left}.',
      action: 'To nie ja: zabezpiecz moje konto',
      closing: 'To Ty? W takim razie wszystko gra.',
    },
    secondStepFailed: {
      subject: 'Ktoś zna hasło do Twojego konta {studio}',
      body: 'Pięć razy podano poprawne hasło do Twojego konta {studio}, a potem błędny drugi krok. Nikt nie wszedł na konto. Ustaw inne hasło.',
      action: 'Ustaw nowe hasło',
      closing: 'Otrzymujesz tę wiadomość, ponieważ chodzi o bezpieczeństwo Twojego konta.',
    },
    passkeyAdded: {
      subject: 'Do Twojego konta {studio} dodano klucz dostępu',
      body: 'Do Twojego konta {studio} dodano klucz dostępu „{factor}”.',
      action: 'To nie ja: zabezpiecz moje konto',
      closing: 'To Ty? W takim razie wszystko gra.',
    },
    passkeyRemoved: {
      subject: 'Z Twojego konta {studio} usunięto klucz dostępu',
      body: 'Z Twojego konta {studio} usunięto klucz dostępu „{factor}”.',
      action: 'To nie ja: zabezpiecz moje konto',
      closing: 'To Ty? W takim razie wszystko gra.',
    },
    passkeySuspect: {
      subject: 'Klucz dostępu do Twojego konta {studio} mógł zostać skopiowany',
      body: 'Klucz dostępu „{factor}” został odrzucony: wygląda na to, że istnieją dwa takie klucze. Jeśli to nie Twoja kopia, usuń go.',
      action: 'Otwórz Bezpieczeństwo',
      closing: 'Otrzymujesz tę wiadomość, ponieważ chodzi o bezpieczeństwo Twojego konta.',
    },
    passwordRemoved: {
      subject: 'Twoje konto {studio} nie ma już hasła',
      body: 'Od teraz logujesz się kluczami dostępu.',
      action: 'To nie ja: zabezpiecz moje konto',
      closing: 'To Ty? W takim razie wszystko gra.',
    },
    emailChangeConfirmation: {
      subject: 'Potwierdź nowy adres e-mail konta {studio}',
      body: 'Chcesz używać tego adresu e-mail na swoim koncie {studio}. Potwierdź, że należy do Ciebie.',
      action: 'Potwierdź mój nowy adres e-mail',
      closing:
        'Link działa przez 24 godziny. To nie Twoja prośba? Zignoruj tę wiadomość, a nic się nie zmieni.',
    },
    emailChangeAsked: {
      subject: 'Adres e-mail Twojego konta {studio} ma zostać zmieniony',
      body: 'Ktoś poprosił o zmianę adresu e-mail Twojego konta {studio} na {newEmail}. To nie Ty? Zachowaj ten adres: zakończymy wszystkie sesje na Twoim koncie, a hasło przestanie działać.',
      action: 'To nie ja: zachowaj ten adres',
      closing: 'Link działa przez 7 dni. To Ty? W takim razie nie musisz nic robić.',
    },
    emailChanged: {
      subject: 'Adres e-mail Twojego konta {studio} został zmieniony',
      body: 'Adres e-mail Twojego konta {studio} to teraz {newEmail}.',
      action: 'To nie ja: odzyskaj ten adres',
      closing:
        'Link działa przez 7 dni od chwili, gdy ktoś poprosił o zmianę. To Ty? W takim razie wszystko gra.',
    },
    emailWelcomed: {
      subject: 'Nowy adres e-mail Twojego konta {studio}',
      body: 'To jest teraz adres e-mail Twojego konta {studio}. Loguj się nim albo swoją nazwą użytkownika.',
      action: 'Zaloguj się',
      closing: 'To nie Twoje konto? Ustaw nowe hasło i daj znać naszemu wsparciu.',
    },
    emailRestored: {
      subject: 'Adres e-mail Twojego konta {studio} pozostaje bez zmian',
      body: 'Twoje konto {studio} zachowuje swój adres e-mail. Zakończyliśmy wszystkie jego sesje, a hasło już nie działa: ustaw teraz nowe.',
      action: 'Ustaw nowe hasło',
      closing: 'Link działa przez godzinę. Potem poproś o nowy na stronie logowania.',
    },
    emailWithdrawn: {
      subject: 'Zmiana adresu e-mail konta {studio} została cofnięta',
      body: 'Ten adres e-mail nie należy już do konta {studio}. Zmianę cofnięto z poprzedniego adresu.',
      action: 'Zaloguj się',
      closing: 'Otrzymujesz tę wiadomość, ponieważ chodzi o bezpieczeństwo konta.',
    },
    emailClaimed: {
      subject: 'Masz już konto {studio}',
      body: 'Ktoś próbował użyć tego adresu e-mail na innym koncie {studio}, a ten adres należy już do Ciebie.',
      action: 'Zaloguj się',
      closing: 'To nie Ty? Nie musisz nic robić: Twoje konto pozostaje bez zmian.',
    },
  },
} satisfies Words
