// Signs a player in from a Unity game (2022 or later): by a code on the screen (consoles,
// televisions), or by the system's browser (computers). NOT COMPILED OR RUN.
//
//   var signIn = new SignIn("https://account.example/oidc", "my-game");
//   var tokens = await signIn.ByDevice((address, code, number) => Show(address, code, number), stop);
//   var tokens = await signIn.ByBrowser(stop);
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
        /// <summary>The reason for missing tokens, such as access_denied, expired_token, invalid_grant.</summary>
        public string error;
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
    }

    /// <summary>
    /// RFC 8628. `show` gets the address (as a QR code too), the code, and the number that the player
    /// picks there: no address contains it.
    /// </summary>
    public async Task<Tokens> ByDevice(Action<string, string, string> show, CancellationToken stop)
    {
        var server = await Discover();
        var asked = JsonUtility.FromJson<Asked>(
            await Post(server.device_authorization_endpoint, ("scope", Scope)));
        show(asked.verification_uri_complete, asked.user_code, asked.user_code.Split('-').Last());
        var seconds = Math.Max(asked.interval, 5);
        while (true)
        {
            await Task.Delay(TimeSpan.FromSeconds(seconds), stop);
            var tokens = JsonUtility.FromJson<Tokens>(await Post(
                server.token_endpoint,
                ("grant_type", "urn:ietf:params:oauth:grant-type:device_code"),
                ("device_code", asked.device_code)));
            if (tokens.error == "slow_down") seconds += 5;
            else if (tokens.error != "authorization_pending") return tokens;
        }
    }

    /// <summary>RFC 8252: the system's browser comes back to a free port of this machine.</summary>
    public async Task<Tokens> ByBrowser(CancellationToken stop)
    {
        var server = await Discover();
        var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        using var stopped = stop.Register(listener.Stop);
        try
        {
            var port = ((IPEndPoint)listener.LocalEndpoint).Port;
            var redirectUri = $"http://127.0.0.1:{port}/callback";
            var (verifier, state) = (RandomText(), RandomText());
            using var sha = SHA256.Create();
            var challenge = Base64Url(sha.ComputeHash(Encoding.ASCII.GetBytes(verifier)));
            var query = await Form(
                ("client_id", clientId),
                ("redirect_uri", redirectUri),
                ("response_type", "code"),
                ("scope", Scope),
                ("state", state),
                ("code_challenge", challenge),
                ("code_challenge_method", "S256")).ReadAsStringAsync();
            Application.OpenURL($"{server.authorization_endpoint}?{query}");
            var back = await ReadReturn(listener);
            if (back.GetValueOrDefault("state") != state) return new Tokens { error = "other_state" };
            if (back.TryGetValue("error", out var error)) return new Tokens { error = error };
            return JsonUtility.FromJson<Tokens>(await Post(
                server.token_endpoint,
                ("grant_type", "authorization_code"),
                ("code", back.GetValueOrDefault("code") ?? ""),
                ("code_verifier", verifier),
                ("redirect_uri", redirectUri)));
        }
        finally
        {
            listener.Stop();
        }
    }

    /// <summary>Exchanges a refresh token. `invalid_grant`: the sign-in has ended. Keep the newest token.</summary>
    public async Task<Tokens> Refresh(string refreshToken)
    {
        var server = await Discover();
        return JsonUtility.FromJson<Tokens>(await Post(
            server.token_endpoint,
            ("grant_type", "refresh_token"),
            ("refresh_token", refreshToken)));
    }

    async Task<Server> Discover()
    {
        var text = await http.GetStringAsync($"{issuer}/.well-known/openid-configuration");
        return JsonUtility.FromJson<Server>(text);
    }

    async Task<string> Post(string address, params (string, string)[] fields)
    {
        using var answer = await http.PostAsync(
            address, Form(fields.Append(("client_id", clientId)).ToArray()));
        return await answer.Content.ReadAsStringAsync();
    }

    static FormUrlEncodedContent Form(params (string Name, string Value)[] fields) =>
        new FormUrlEncodedContent(
            fields.Select(each => new KeyValuePair<string, string>(each.Name, each.Value)));

    static async Task<Dictionary<string, string>> ReadReturn(TcpListener listener)
    {
        using var peer = await listener.AcceptTcpClientAsync();
        using var stream = peer.GetStream();
        using var reader = new StreamReader(stream);
        var line = await reader.ReadLineAsync() ?? "";
        const string page = "You are signed in. Go back to the game.";
        var answer = $"HTTP/1.1 200 OK\r\nContent-Length: {page.Length}\r\nConnection: close\r\n\r\n{page}";
        await stream.WriteAsync(Encoding.ASCII.GetBytes(answer));
        var target = line.Split(' ').ElementAtOrDefault(1) ?? "";
        return target.Split('?').ElementAtOrDefault(1)?.Split('&')
            .Select(pair => pair.Split('=', 2))
            .Where(pair => pair.Length == 2)
            .ToDictionary(pair => pair[0], pair => WebUtility.UrlDecode(pair[1]))
            ?? new Dictionary<string, string>();
    }

    static string RandomText()
    {
        var bytes = new byte[32];
        using var random = RandomNumberGenerator.Create();
        random.GetBytes(bytes);
        return Base64Url(bytes);
    }

    static string Base64Url(byte[] bytes) =>
        Convert.ToBase64String(bytes).TrimEnd('=').Replace('+', '-').Replace('/', '_');
}
