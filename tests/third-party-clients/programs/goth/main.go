// goth at the paths of Gitea and Forgejo: it sends a state alone.
package main

import (
	"crypto/rand"
	"encoding/json"
	"log"
	"net/http"
	"net/url"
	"os"

	"github.com/gorilla/sessions"
	"github.com/markbates/goth"
	"github.com/markbates/goth/gothic"
	"github.com/markbates/goth/providers/openidConnect"
)

// The site of one player.
var kept goth.User

func main() {
	site, issuer, clientID := os.Getenv("SITE"), os.Getenv("ISSUER"), os.Getenv("CLIENT_ID")
	back := "/user/oauth2/gatehouse/callback"
	gothic.Store = sessions.NewCookieStore([]byte(rand.Text() + rand.Text()))
	gothic.GetProviderName = func(*http.Request) (string, error) { return "gatehouse", nil }
	provider, err := openidConnect.New(
		clientID, os.Getenv("CLIENT_SECRET"), site+back,
		issuer+"/.well-known/openid-configuration", "openid", "profile", "email",
	)
	if err != nil {
		log.Fatal(err)
	}
	provider.SetName("gatehouse")
	goth.UseProviders(provider)

	show := func(w http.ResponseWriter, accessToken string) {
		json.NewEncoder(w).Encode(map[string]string{
			"sub": kept.UserID, "preferred_username": kept.NickName, "email": kept.Email,
			"access_token": accessToken,
		})
	}
	http.HandleFunc("/user/oauth2/gatehouse", gothic.BeginAuthHandler)
	http.HandleFunc(back, func(w http.ResponseWriter, r *http.Request) {
		user, err := gothic.CompleteUserAuth(w, r)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		kept = user
		show(w, user.AccessToken)
	})
	http.HandleFunc("/refresh", func(w http.ResponseWriter, r *http.Request) {
		token, err := provider.RefreshToken(kept.RefreshToken)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		show(w, token.AccessToken)
	})
	http.HandleFunc("/log-out", func(w http.ResponseWriter, r *http.Request) {
		query := url.Values{"client_id": {clientID}, "post_logout_redirect_uri": {site + "/bye"}}
		http.Redirect(w, r, issuer+"/session/end?"+query.Encode(), http.StatusFound)
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}
