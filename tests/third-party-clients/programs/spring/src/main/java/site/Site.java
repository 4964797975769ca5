package site;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.RefreshTokenOAuth2AuthorizedClientProvider;
import org.springframework.security.oauth2.client.annotation.RegisteredOAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.oidc.web.logout.OidcClientInitiatedLogoutSuccessHandler;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Spring Boot's log-in by its defaults, with the log-out at the provider of its reference. */
@SpringBootApplication
@RestController
public class Site {
  private final OAuth2AuthorizedClientService clients;

  public Site(OAuth2AuthorizedClientService clients) {
    this.clients = clients;
  }

  public static void main(String[] arguments) {
    SpringApplication.run(Site.class, arguments);
  }

  // recipe
  @Bean
  SecurityFilterChain chain(HttpSecurity http, ClientRegistrationRepository registrations)
      throws Exception {
    var atPortal = new OidcClientInitiatedLogoutSuccessHandler(registrations);
    atPortal.setPostLogoutRedirectUri("{baseUrl}/bye");
    return http.authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
        .oauth2Login(Customizer.withDefaults())
        .logout(logout -> logout.logoutSuccessHandler(atPortal))
        .build();
  }
  // end

  /** Every access token counts as expired, so that each use of one refreshes it. */
  @Bean
  RefreshTokenOAuth2AuthorizedClientProvider refreshes() {
    var provider = new RefreshTokenOAuth2AuthorizedClientProvider();
    provider.setClockSkew(Duration.ofDays(365));
    return provider;
  }

  @GetMapping("/")
  Map<String, Object> home(@AuthenticationPrincipal OidcUser player) {
    return shown(player, clients.loadAuthorizedClient("gatehouse", player.getName()));
  }

  @GetMapping("/refresh")
  Map<String, Object> refresh(
      @AuthenticationPrincipal OidcUser player,
      @RegisteredOAuth2AuthorizedClient("gatehouse") OAuth2AuthorizedClient client) {
    return shown(player, client);
  }

  private static Map<String, Object> shown(OidcUser player, OAuth2AuthorizedClient client) {
    var found = new HashMap<>(player.getClaims());
    found.put("access_token", client.getAccessToken().getTokenValue());
    return found;
  }
}
