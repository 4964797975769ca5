// Signs a player in from a Unity game (2022 or later): by a code on the screen (game consoles,
// televisions), or by the system's browser (computers). `npm run prove -- clients unity` plays it with Mono,
// outside of Unity.
//
//   var signIn = new SignIn("https://account.example/oidc", "my-game");
//   var tokens = await signIn.ByDevice((address, code, number) => Show(address, code, number), stop);
//   var tokens = await signIn.ByBrowser(stop);
//   var tokens = await signIn.ByTicket(ticketOfSteam, true, stop);
//   if (!string.IsNullOrEmpty(tokens.error)) …
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Http;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using UnityEngine;

public sealed class SignIn
{
    const string Scope = "openid profile";
    static readonly HttpClient http = new HttpClient { Timeout = TimeSpan.FromSeconds(15) };

    readonly string issuer;
    readonly string clientId;

    public SignIn(string issuer, string clientId)
    {
        this.issuer = issuer;
        this.clientId = clientId;
    }

    [Serializable]
    public sealed class Tokens
    {
        public string access_token;
        public string id_token;
        public string refresh_token;
        public int expires_in;
        /// <summary>
        /// The reason for missing tokens: access_denied, expired_token, invalid_grant and so on from
        /// the portal; no_connection, cancelled, no_port, other_state from here.
        /// </summary>
        public string error;
        /// <summary>
        /// After ByTicket, why there are no tokens. `not_linked`, `not_a_way_in`, `unconfirmed`: open `page`,
        /// where the player does something about it. `second_step`: sign in by the browser or a code.
        /// </summary>
        public string reason;
        public string page;
    }

    [Serializable]
    sealed class Server
    {
        public string authorization_endpoint;
        public string token_endpoint;
        public string device_authorization_endpoint;
    }

    [Serializable]
    sealed class Asked
    {
        public string device_code;
        public string user_code;
        public string verification_uri_complete;
        public int interval;
        public string error;
    }

    /// <summary>
    /// RFC 8628. `show` gets the address (as a QR code too), the code, and the number that the player
    /// picks there: no address contains it.
    /// </summary>
    public async Task<Tokens> ByDevice(Action<string, string, string> show, CancellationToken stop)
    {
        try
        {
            var server = await Discover(stop);
            var asked = Read<Asked>(await Post(
                server.device_authorization_endpoint, stop, Pair("scope", Scope)));
            if (!string.IsNullOrEmpty(asked.error)) return Failed(asked.error);
            if (string.IsNullOrEmpty(asked.user_code)) return Failed("no_connection");
            show(asked.verification_uri_complete, asked.user_code, asked.user_code.Split('-').Last());
            var seconds = Math.Max(asked.interval, 5);
            while (true)
            {
                await Task.Delay(TimeSpan.FromSeconds(seconds), stop);
                var tokens = await AskOnce(server, asked, stop);
                // A short loss of the network ends nothing: the code is good for minutes.
                if (tokens.error == "slow_down" || tokens.error == "no_connection") seconds += 5;
                else if (tokens.error != "authorization_pending") return tokens;
            }
        }
        catch (Exception problem)
        {
            return Failed(problem, stop);
        }
    }

    async Task<Tokens> AskOnce(Server server, Asked asked, CancellationToken stop)
    {
        try
        {
            return Read<Tokens>(await Post(
                server.token_endpoint,
                stop,
                Pair("grant_type", "urn:ietf:params:oauth:grant-type:device_code"),
                Pair("device_code", asked.device_code)));
        }
        catch (HttpRequestException problem)
        {
            return Failed(problem, stop);
        }
    }

    /// <summary>RFC 8252: the system's browser comes back to a free port of this machine.</summary>
    public async Task<Tokens> ByBrowser(CancellationToken stop)
    {
        var back = new Return { State = RandomText() };
        var listener = new TcpListener(IPAddress.Loopback, 0);
        try
        {
            var server = await Discover(stop);
            listener.Start();
            var port = ((IPEndPoint)listener.LocalEndpoint).Port;
            var redirectUri = $"http://127.0.0.1:{port}/callback";
            var verifier = RandomText();
            var query = await Form(
                Pair("client_id", clientId),
                Pair("redirect_uri", redirectUri),
                Pair("response_type", "code"),
                Pair("scope", Scope),
                Pair("state", back.State),
                Pair("code_challenge", ChallengeOf(verifier)),
                Pair("code_challenge_method", "S256")).ReadAsStringAsync();
            _ = Listen(listener, back);
            Application.OpenURL($"{server.authorization_endpoint}?{query}");
            using (stop.Register(() => back.Found.TrySetCanceled()))
            {
                var found = await back.Found.Task;
                if (found.ContainsKey("error")) return Failed(found["error"]);
                return Read<Tokens>(await Post(
                    server.token_endpoint,
                    stop,
                    Pair("grant_type", "authorization_code"),
                    Pair("code", found.ContainsKey("code") ? found["code"] : ""),
                    Pair("code_verifier", verifier),
                    Pair("redirect_uri", redirectUri)));
            }
        }
        catch (Exception problem)
        {
            return Failed(problem, stop);
        }
        finally
        {
            listener.Stop();
            back.Close();
        }
    }

    /// <summary>
    /// RFC 8693, without a browser. The hexadecimal ticket of Steam's GetAuthTicketForWebApi("gatehouse"), or
    /// the JSON Web Token of EOS_Auth_CopyIdToken. Each is good for one sign-in.
    /// </summary>
    public async Task<Tokens> ByTicket(string ticket, bool isOfSteam, CancellationToken stop)
    {
        try
        {
            var server = await Discover(stop);
            return Read<Tokens>(await Post(
                server.token_endpoint,
                stop,
                Pair("grant_type", "urn:ietf:params:oauth:grant-type:token-exchange"),
                Pair("subject_token", ticket),
                Pair("subject_token_type", isOfSteam
                    ? "urn:gatehouse:token-type:steam-ticket"
                    : "urn:ietf:params:oauth:token-type:id_token"),
                Pair("scope", Scope)));
        }
        catch (Exception problem)
        {
            return Failed(problem, stop);
        }
    }

    /// <summary>Exchanges a refresh token. `invalid_grant`: the sign-in has ended. Keep the newest token.</summary>
    public async Task<Tokens> Refresh(string refreshToken, CancellationToken stop = default(CancellationToken))
    {
        try
        {
            var server = await Discover(stop);
            return Read<Tokens>(await Post(
                server.token_endpoint,
                stop,
                Pair("grant_type", "refresh_token"),
                Pair("refresh_token", refreshToken)));
        }
        catch (Exception problem)
        {
            return Failed(problem, stop);
        }
    }

    async Task<Server> Discover(CancellationToken stop)
    {
        using (var answer = await http.GetAsync($"{issuer}/.well-known/openid-configuration", stop))
        {
            var server = Read<Server>(await answer.Content.ReadAsStringAsync());
            if (string.IsNullOrEmpty(server.token_endpoint)) throw new HttpRequestException("no server");
            return server;
        }
    }

    async Task<string> Post(
        string address, CancellationToken stop, params KeyValuePair<string, string>[] fields)
    {
        var form = Form(fields.Concat(new[] { Pair("client_id", clientId) }).ToArray());
        using (var answer = await http.PostAsync(address, form, stop))
            return await answer.Content.ReadAsStringAsync();
    }

    /// <summary>What is no JSON comes from something between the game and the portal.</summary>
    static T Read<T>(string text) where T : class
    {
        T found = null;
        try
        {
            found = JsonUtility.FromJson<T>(text);
        }
        catch (ArgumentException)
        {
        }
        if (found == null) throw new HttpRequestException("no JSON");
        return found;
    }

    static Tokens Failed(string error)
    {
        return new Tokens { error = error };
    }

    /// <summary>The game goes on: a missing network is an answer too. Defects of the game are thrown.</summary>
    static Tokens Failed(Exception problem, CancellationToken stop)
    {
        if (stop.IsCancellationRequested) return Failed("cancelled");
        if (problem is SocketException) return Failed("no_port");
        if (problem is HttpRequestException || problem is OperationCanceledException || problem is IOException)
            return Failed("no_connection");
        throw new InvalidOperationException("The sign-in broke.", problem);
    }

    static KeyValuePair<string, string> Pair(string name, string value)
    {
        return new KeyValuePair<string, string>(name, value);
    }

    static FormUrlEncodedContent Form(params KeyValuePair<string, string>[] fields)
    {
        return new FormUrlEncodedContent(fields);
    }

    /// <summary>The way back from the browser, which may open connections of its own beside it.</summary>
    sealed class Return
    {
        public string State;
        public readonly TaskCompletionSource<Dictionary<string, string>> Found =
            new TaskCompletionSource<Dictionary<string, string>>();
        readonly List<TcpClient> peers = new List<TcpClient>();

        public void Add(TcpClient peer)
        {
            lock (peers) peers.Add(peer);
        }

        public void Close()
        {
            lock (peers) foreach (var peer in peers) peer.Close();
        }
    }

    static async Task Listen(TcpListener listener, Return back)
    {
        try
        {
            while (true)
            {
                var peer = await listener.AcceptTcpClientAsync();
                back.Add(peer);
                // Not awaited: one that sends nothing must not hold up the others.
                _ = Answer(peer, back);
            }
        }
        catch (Exception)
        {
            // The listener was stopped.
        }
    }

    static async Task Answer(TcpClient peer, Return back)
    {
        try
        {
            using (var stream = peer.GetStream())
            {
                var line = await new StreamReader(stream).ReadLineAsync() ?? "";
                var target = (line.Split(' ').ElementAtOrDefault(1) ?? "").Split('?');
                if (target[0] != "/callback")
                {
                    await Write(stream, "404 Not Found", "Nothing is here.");
                    return;
                }
                var found = Fields(target.ElementAtOrDefault(1) ?? "");
                if (!found.ContainsKey("state") || found["state"] != back.State)
                    found["error"] = "other_state";
                var page = "You are signed in. Go back to the game.";
                if (found.ContainsKey("error")) page = "You are not signed in. Go back to the game.";
                await Write(stream, "200 OK", page);
                back.Found.TrySetResult(found);
            }
        }
        catch (Exception)
        {
            // A connection that breaks is none.
        }
    }

    static Task Write(Stream stream, string status, string page)
    {
        var answer = Encoding.ASCII.GetBytes(
            $"HTTP/1.1 {status}\r\nContent-Type: text/plain\r\nContent-Length: {page.Length}\r\n"
            + $"Connection: close\r\n\r\n{page}");
        return stream.WriteAsync(answer, 0, answer.Length);
    }

    static Dictionary<string, string> Fields(string query)
    {
        var found = new Dictionary<string, string>();
        foreach (var pair in query.Split('&'))
        {
            var at = pair.IndexOf('=');
            if (at > 0) found[pair.Substring(0, at)] = WebUtility.UrlDecode(pair.Substring(at + 1));
        }
        return found;
    }

    static string ChallengeOf(string verifier)
    {
        using (var sha = SHA256.Create())
            return Base64Url(sha.ComputeHash(Encoding.ASCII.GetBytes(verifier)));
    }

    static string RandomText()
    {
        var bytes = new byte[32];
        using (var random = RandomNumberGenerator.Create()) random.GetBytes(bytes);
        return Base64Url(bytes);
    }

    static string Base64Url(byte[] bytes) =>
        Convert.ToBase64String(bytes).TrimEnd('=').Replace('+', '-').Replace('/', '_');
}
