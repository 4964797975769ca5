import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Signs a player in with nothing besides what Java has. */
public class SignIn {
  static final String issuer = System.getenv("ISSUER");
  static final String site = System.getenv("SITE");
  static final String clientId = System.getenv("CLIENT_ID");
  static final String clientSecret = System.getenv("CLIENT_SECRET");

  public static void main(String[] arguments) throws Exception {
    String verifier = random();
    String state = random();
    System.out.println("open " + pageOf(verifier, state));
    String back = new BufferedReader(new InputStreamReader(System.in)).readLine();
    if (!state.equals(parameter(back, "state"))) throw new IOException("Another state: " + back);
    String redirectUri = "&redirect_uri=" + encode(site + "/callback");
    refuses("grant_type=authorization_code&code=invented&code_verifier=" + verifier + redirectUri);
    String code = encode(parameter(back, "code"));
    String tokens =
        token("grant_type=authorization_code&code=" + code + "&code_verifier=" + verifier + redirectUri);
    System.out.println("signed in " + player(tokens));
    tokens = token("grant_type=refresh_token&refresh_token=" + encode(field(tokens, "refresh_token")));
    System.out.println("refreshed " + player(tokens));
    System.out.println(
        "signed out " + issuer + "/session/end?id_token_hint=" + field(tokens, "id_token")
            + "&post_logout_redirect_uri=" + encode(site + "/bye"));
  }

  /** A refused code has to have its status, as programs look at nothing else. */
  static void refuses(String form) throws IOException {
    try {
      token(form);
    } catch (IOException error) {
      if (error.getMessage().startsWith("400 {\"error\":\"invalid_grant\"")) return;
      throw error;
    }
    throw new IOException("An invented code is taken.");
  }

  // recipe
  static String pageOf(String verifier, String state) throws Exception {
    byte[] hash = MessageDigest.getInstance("SHA-256").digest(verifier.getBytes());
    String challenge = Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
    return issuer + "/auth?response_type=code&scope=openid+profile+email&code_challenge_method=S256"
        + "&client_id=" + clientId + "&redirect_uri=" + encode(site + "/callback")
        + "&state=" + state + "&code_challenge=" + challenge;
  }

  static String token(String form) throws IOException {
    HttpURLConnection call =
        (HttpURLConnection) URI.create(issuer + "/token").toURL().openConnection();
    String secret = encode(clientId) + ":" + encode(clientSecret);
    call.setRequestProperty(
        "Authorization", "Basic " + Base64.getEncoder().encodeToString(secret.getBytes()));
    call.setDoOutput(true);
    call.getOutputStream().write(form.getBytes(StandardCharsets.UTF_8));
    boolean isGranted = call.getResponseCode() == 200;
    var stream = isGranted ? call.getInputStream() : call.getErrorStream();
    String answer = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    if (!isGranted) throw new IOException(call.getResponseCode() + " " + answer);
    return answer;
  }
  // end

  static String player(String tokens) throws IOException {
    var call = (HttpURLConnection) URI.create(issuer + "/me").toURL().openConnection();
    call.setRequestProperty("Authorization", "Bearer " + field(tokens, "access_token"));
    return new String(call.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  static String field(String json, String name) {
    Matcher found = Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(json);
    return found.find() ? found.group(1) : "";
  }

  static String parameter(String address, String name) {
    Matcher found = Pattern.compile("[?&]" + name + "=([^&#]*)").matcher(address);
    return found.find() ? java.net.URLDecoder.decode(found.group(1), StandardCharsets.UTF_8) : "";
  }

  static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  static String random() {
    byte[] bytes = new byte[32];
    new SecureRandom().nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
