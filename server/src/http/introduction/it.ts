import type { Introduction } from './introduction.ts'

export const introduction: Introduction = {
  lead: [
    'L’API degli account di un portale Gatehouse: tutto ciò che il portale stesso fa per i giocatori, e ciò che siti e giochi fanno per i giocatori che vi hanno effettuato l’accesso. Ogni chiamata qui sotto proviene dalla tabella che il server applica, quindi nulla qui è superato.',
    'I siti che vogliono solo far accedere i giocatori non ne hanno bisogno: bastano il provider OpenID all’indirizzo `/oidc/.well-known/openid-configuration` e una libreria.',
  ],
  authentication: 'Autenticazione',
  callers: [
    'Chi chiama | Invia | Per',
    'chiunque | nulla | la configurazione di esecuzione, che porta la chiave',
    'il portale | `x-api-key`: la `AccountApiKey` dell’installazione | chiamate dei visitatori',
    'il portale, per un giocatore | la chiave e `Authorization: Bearer` con il `Value` di un token | chiamate dei giocatori',
    'un client, per il suo giocatore connesso | `Authorization: Bearer` con un token di accesso del provider OpenID | chiamate sotto `/oidc/`, ognuna con il suo ambito',
  ],
  keys: 'La chiave distingue le installazioni ed è pubblica. Un token vive un’ora; `GET token/{identity}` e il suo rinnovo portano il successivo. Senza un token valido la risposta è 401 con `{}`.',
  errors: 'Errori',
  refusal:
    'Il successo è 200, o 201 quando è stato creato qualcosa. Un rifiuto è 400, o 503 quando qualcosa di necessario è irraggiungibile, con un elenco di codici e dei campi a cui appartengono; una `Property` vuota è l’intero modulo:',
  statuses: [
    'Stato | Significato',
    '400 | Rifiutata: `ErrorMessages` dice perché. `Retry-After` indica i secondi quando attendere aiuta.',
    '401 | La chiave o il token manca o non è più valido.',
    '403 | Chiamate dei client: al token manca l’ambito indicato da `WWW-Authenticate`.',
    '404, 405 | Questa chiamata non esiste, o non con questo metodo.',
    '413, 414, 415 | Il corpo o l’indirizzo è troppo lungo, o il corpo non è JSON.',
    '429 | Troppe richieste da un indirizzo.',
    '500 | Un difetto nostro. `x-request-id` lo trova nel registro.',
    '503 | Riprova dopo `Retry-After`.',
  ],
  examples: 'Esempi',
  logIn: 'Il nome e la chiave di un portale, e il primo passo di un accesso:',
  block: 'Un sito blocca il giocatore 7 per il suo giocatore connesso:',
}
