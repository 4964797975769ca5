import type { Introduction } from './introduction.ts'

export const introduction: Introduction = {
  lead: [
    'Die Konto-API eines Gatehouse-Portals: alles, was das Portal selbst für Spieler tut, und was Websites und Spiele für Spieler tun, die sich dort angemeldet haben. Jeder Aufruf unten stammt aus der Tabelle, nach der auch der Server arbeitet; nichts hier ist veraltet.',
    'Websites, die nur eine Anmeldung brauchen, kommen ohne all das aus: Der OpenID-Anbieter unter `/oidc/.well-known/openid-configuration` und eine Bibliothek genügen.',
  ],
  authentication: 'Authentifizierung',
  callers: [
    'Aufrufer | Sendet | Für',
    'alle | nichts | die Laufzeitkonfiguration, die den Schlüssel enthält',
    'das Portal | `x-api-key`: der `AccountApiKey` des Deployments | Aufrufe von Besuchern',
    'das Portal, im Namen eines Spielers | den Schlüssel und `Authorization: Bearer` mit dem `Value` eines Tokens | Aufrufe von Spielern',
    'ein Client, im Namen seines angemeldeten Spielers | `Authorization: Bearer` mit einem Zugriffstoken des OpenID-Anbieters | Aufrufe unter `/oidc/`, jeder mit seinem Scope',
  ],
  keys: 'Der Schlüssel unterscheidet Deployments und ist öffentlich. Ein Token gilt eine Stunde; `GET token/{identity}` und seine Erneuerung liefern das nächste. Ohne gültiges Token ist die Antwort 401 mit `{}`.',
  errors: 'Fehler',
  refusal:
    'Erfolg ist 200, oder 201, wenn etwas angelegt wurde. Eine Ablehnung ist 400, oder 503, wenn ein benötigter Dienst nicht erreichbar ist, mit einer Liste von Codes und den Feldern, zu denen sie gehören; eine leere `Property` steht für das ganze Formular:',
  statuses: [
    'Status | Bedeutung',
    '400 | Abgelehnt: `ErrorMessages` sagt, warum. `Retry-After` nennt die Sekunden, wenn Warten hilft.',
    '401 | Der Schlüssel oder das Token fehlt oder gilt nicht mehr.',
    '403 | Aufrufe von Clients: Dem Token fehlt der Scope, den `WWW-Authenticate` nennt.',
    '404, 405 | Diesen Aufruf gibt es nicht, oder nicht mit dieser Methode.',
    '413, 414, 415 | Der Inhalt oder die Adresse ist zu lang, oder der Inhalt ist kein JSON.',
    '429 | Zu viele Anfragen von einer Adresse.',
    '500 | Ein Fehler bei uns. Mit `x-request-id` lässt er sich im Protokoll finden.',
    '503 | Versuche es nach `Retry-After` noch einmal.',
  ],
  examples: 'Beispiele',
  logIn: 'Der Name und der Schlüssel eines Portals und der erste Schritt einer Anmeldung:',
  block: 'Eine Website blockiert Spieler 7 im Namen ihres angemeldeten Spielers:',
}
