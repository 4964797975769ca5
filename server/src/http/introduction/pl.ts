import type { Introduction } from './introduction.ts'

export const introduction: Introduction = {
  lead: [
    'API kont portalu Gatehouse: wszystko, co sam portal robi dla graczy, oraz to, co strony i gry robią dla graczy, którzy się tam zalogowali. Każde wywołanie poniżej pochodzi z tabeli, z której korzysta serwer, więc wszystko tu jest aktualne.',
    'Strony, które chcą tylko logować graczy, nie potrzebują niczego z tego: wystarczą dostawca OpenID pod adresem `/oidc/.well-known/openid-configuration` i biblioteka.',
  ],
  authentication: 'Uwierzytelnianie',
  callers: [
    'Kto wywołuje | Wysyła | Zastosowanie',
    'każdy | nic | konfiguracja uruchomieniowa, która zawiera klucz',
    'portal | `x-api-key`: `AccountApiKey` wdrożenia | wywołania odwiedzających',
    'portal, w imieniu gracza | klucz oraz `Authorization: Bearer` z `Value` tokenu | wywołania graczy',
    'klient, w imieniu zalogowanego gracza | `Authorization: Bearer` z tokenem dostępu od dostawcy OpenID | wywołania pod `/oidc/`, każde ze swoim zakresem',
  ],
  keys: 'Klucz rozróżnia wdrożenia i jest publiczny. Token jest ważny przez godzinę; `GET token/{identity}` i jego odświeżenie dają następny. Bez ważnego tokenu odpowiedzią jest 401 z `{}`.',
  errors: 'Błędy',
  refusal:
    'Powodzenie to 200 albo 201, gdy coś utworzono. Odmowa to 400 albo 503, gdy potrzebna usługa jest niedostępna, z listą kodów i pól, których dotyczą; pusta `Property` oznacza cały formularz:',
  statuses: [
    'Status | Znaczenie',
    '400 | Odmowa: `ErrorMessages` mówi dlaczego. `Retry-After` podaje liczbę sekund, jeśli warto poczekać.',
    '401 | Brakuje klucza lub tokenu albo nie są już ważne.',
    '403 | Wywołania klientów: tokenowi brakuje zakresu, który podaje `WWW-Authenticate`.',
    '404, 405 | Nie ma takiego wywołania albo nie z tą metodą.',
    '413, 414, 415 | Treść lub adres są za długie albo treść nie jest w formacie JSON.',
    '429 | Zbyt wiele żądań z tego samego adresu.',
    '500 | Nasz błąd. `x-request-id` pozwala znaleźć go w dzienniku.',
    '503 | Spróbuj ponownie po `Retry-After`.',
  ],
  examples: 'Przykłady',
  logIn: 'Nazwa i klucz portalu oraz pierwszy krok logowania:',
  block: 'Strona blokuje gracza 7 w imieniu zalogowanego gracza:',
}
