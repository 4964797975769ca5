// Stands for Unity and for the player: what SignIn.cs uses of the engine, and a program of its calls.
using System;
using System.Globalization;
using System.Text.RegularExpressions;
using System.Threading;

namespace UnityEngine
{
    public static class Application
    {
        public static void OpenURL(string address)
        {
            Console.WriteLine("open " + address);
        }
    }

    // Flat JSON, as Unity reads it into fields.
    public static class JsonUtility
    {
        public static T FromJson<T>(string text)
        {
            if (!text.TrimStart().StartsWith("{")) throw new ArgumentException("JSON parse error");
            var made = Activator.CreateInstance<T>();
            foreach (var field in typeof(T).GetFields())
            {
                var found = Regex.Match(text, "\"" + field.Name + "\"\\s*:\\s*(?:\"((?:[^\"\\\\]|\\\\.)*)\"|(\\d+))");
                if (!found.Success) continue;
                if (field.FieldType == typeof(int))
                    field.SetValue(made, int.Parse(found.Groups[2].Value, CultureInfo.InvariantCulture));
                else field.SetValue(made, Regex.Unescape(found.Groups[1].Value).Replace("\\/", "/"));
            }
            return made;
        }
    }
}

public static class Player
{
    public static void Main(string[] given)
    {
        var signIn = new SignIn(given[1], given[2]);
        var stop = new CancellationTokenSource();
        var reading = new Thread(() => { if (Console.ReadLine() == "stop") stop.Cancel(); });
        reading.IsBackground = true;
        reading.Start();
        var tokens = given[0] == "device"
            ? signIn.ByDevice((address, code, number) => Console.WriteLine("show " + address + " " + code + " " + number), stop.Token).Result
            : given[0] == "browser"
                ? signIn.ByBrowser(stop.Token).Result
                : given[0] == "refresh"
                    ? signIn.Refresh(given[3], stop.Token).Result
                    : signIn.ByTicket(given[3], given[0] == "steam", stop.Token).Result;
        var shown = new[] { tokens.access_token, tokens.refresh_token, tokens.error, tokens.reason, tokens.page };
        Console.WriteLine("tokens " + string.Join(" ", Array.ConvertAll(shown, Shown)));
    }

    static string Shown(string value)
    {
        return string.IsNullOrEmpty(value) ? "-" : value;
    }
}
