# OmniAuth with omniauth_openid_connect, at the paths of GitLab and Mastodon: a state and a nonce.
require "json"
require "omniauth_openid_connect"
require "rack"
require "rack/handler/webrick"
require "securerandom"

site = ENV.fetch("SITE")
issuer = ENV.fetch("ISSUER")
client_id = ENV.fetch("CLIENT_ID")

OmniAuth.config.path_prefix = "/users/auth"
OmniAuth.config.full_host = site

pages = lambda do |env|
  case env["PATH_INFO"]
  when "/log-in"
    token = Rack::Protection::AuthenticityToken.token(env["rack.session"])
    form = "<form method=\"post\" action=\"/users/auth/openid_connect\">" \
      "<input type=\"hidden\" name=\"authenticity_token\" value=\"#{token}\"></form>"
    [200, { "Content-Type" => "text/html" }, [form]]
  when "/users/auth/openid_connect/callback"
    auth = env["omniauth.auth"]
    claims = { sub: auth.uid, preferred_username: auth.info.nickname, email: auth.info.email }
    [200, { "Content-Type" => "application/json" }, [claims.to_json]]
  when "/log-out"
    query = URI.encode_www_form(client_id: client_id, post_logout_redirect_uri: "#{site}/bye")
    [302, { "Location" => "#{issuer}/session/end?#{query}" }, []]
  else
    [404, { "Content-Type" => "text/plain" }, ["#{env["PATH_INFO"]} #{Rack::Request.new(env).params}"]]
  end
end

app = Rack::Builder.new do
  use Rack::Session::Cookie, secret: SecureRandom.hex(64)
  use OmniAuth::Builder do
    provider :openid_connect,
      name: :openid_connect,
      scope: %i[openid profile email],
      issuer: issuer,
      discovery: true,
      client_options: {
        identifier: client_id,
        secret: ENV.fetch("CLIENT_SECRET"),
        redirect_uri: "#{site}/users/auth/openid_connect/callback",
      }
  end
  run pages
end

Rack::Handler::WEBrick.run(app, Host: "127.0.0.1", Port: ENV.fetch("PORT").to_i)
